import { readBuild } from "./build";
import { poolSize, poolWait } from "./db";
import { gauge, measureNode } from "./metrics";
import { oncePerProcess } from "./once-per-process";

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
