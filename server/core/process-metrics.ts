// Metrics of the process itself, named as by other programs of Node, so that their charts work.

import { constants, monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";
import { readBuild } from "./build";
import { poolSize, poolWait } from "./db";
import { duration, gauge } from "./metrics";
import { oncePerProcess } from "./once-per-process";

const GC_KINDS: Record<number, string> = {
  [constants.NODE_PERFORMANCE_GC_MAJOR]: "major",
  [constants.NODE_PERFORMANCE_GC_MINOR]: "minor",
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: "incremental",
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: "weakcb",
};

function measureNode(): void {
  const value = (name: string, help: string, read: () => number) =>
    gauge(name, { help, collect: (it) => it.set({}, read()) });
  const startedAt = Date.now() / 1000 - process.uptime();
  value("process_start_time_seconds", "Start of the process", () => startedAt);
  value("process_cpu_seconds_total", "CPU time of the process", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  value("process_resident_memory_bytes", "Resident memory", () => process.memoryUsage.rss());
  value("nodejs_heap_size_used_bytes", "Heap in use", () => process.memoryUsage().heapUsed);
  value("nodejs_heap_size_total_bytes", "Heap", () => process.memoryUsage().heapTotal);
  value("nodejs_external_memory_bytes", "Buffers", () => process.memoryUsage().external);
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  gauge("nodejs_eventloop_lag_max_seconds", {
    help: "Longest event-loop delay since the last reading",
    collect: (it) => it.set({}, delay.max / 1e9),
  });
  gauge("nodejs_eventloop_lag_p99_seconds", {
    help: "Event-loop delay since the last reading, 99th percentile",
    collect(it) {
      it.set({}, delay.percentile(99) / 1e9);
      delay.reset();
    },
  });
  const pauses = duration("nodejs_gc_duration_seconds", "Garbage collection", ["kind"]);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const detail: unknown = Reflect.get(entry, "detail");
      const isKnown = typeof detail === "object" && detail !== null && "kind" in detail;
      const kind = isKnown ? GC_KINDS[Number(detail.kind)] : undefined;
      pauses.observe({ kind: kind ?? "other" }, entry.duration / 1000);
    }
  }).observe({ entryTypes: ["gc"] });
}

function measurePool(): void {
  gauge("carbon_till_database_connections", {
    help: "Connections of this process's pool",
    labels: ["state"],
    collect(connections) {
      const { total, idle } = poolSize();
      connections.set({ state: "idle" }, idle);
      connections.set({ state: "busy" }, total - idle);
    },
  });
  const ofUses = (name: string, help: string, read: (use: "sales" | "others") => number) =>
    gauge(name, {
      help,
      labels: ["use"],
      collect: (it) => {
        for (const use of ["sales", "others"] as const) it.set({ use }, read(use));
      },
    });
  ofUses(
    "carbon_till_database_waiting",
    "Work that waits for a connection of the pool",
    (use) => poolWait()[use].queued,
  );
  ofUses(
    "carbon_till_database_wait_seconds",
    "Longest current wait for a connection of the pool",
    (use) => poolWait()[use].oldestMs / 1000,
  );
}

/** Starts to measure memory, garbage collection and event loop, database connections and build. */
export function startProcessMetrics(): void {
  oncePerProcess("process-metrics", () => {
    measureNode();
    measurePool();
    const build = { help: "Version and commit of the program", labels: ["version", "commit"] };
    gauge("carbon_till_build_info", build).set(readBuild(), 1);
    return true;
  });
}
