// Metrics of this process. Labels take few values: never paths, IDs or text of clients.
import { constants, PerformanceObserver } from "node:perf_hooks";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { oncePerProcess } from "./once-per-process";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const GC_KINDS: Record<number, string> = {
  [constants.NODE_PERFORMANCE_GC_MAJOR]: "major",
  [constants.NODE_PERFORMANCE_GC_MINOR]: "minor",
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: "incremental",
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: "weakcb",
};

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

const registry = oncePerProcess("metrics", () => new Registry());
const registers = [registry];

/** prom-client would accept a series that lacks a label. */
type Labels<Label extends string> = Readonly<Record<Label, string>>;

/** Has no value before one is set, where prom-client would export 0. */
class MeasuredGauge<Label extends string> extends Gauge<Label> {
  /** Removes all series. */
  clear(): void {
    this.reset();
    this.remove({});
  }
}

/** A module that is loaded again gets its own metric again. */
function registered<T>(name: string, make: () => T): T {
  return oncePerProcess(`metric ${name}`, make);
}

export function counter<const Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
): { inc(labels: Labels<Label>, by?: number): void } {
  return registered(name, () => new Counter({ name, help, labelNames, registers }));
}

interface Series<Label extends string> {
  set(labels: Labels<Label>, value: number): void;
  clear(): void;
}

interface GaugeOptions<Label extends string> {
  help: string;
  labels?: readonly Label[];
  /** Sets the values when metrics are read. */
  collect?(gauge: Series<Label>): void;
}

export function gauge<const Label extends string = never>(
  name: string,
  { help, labels = [], collect }: GaugeOptions<Label>,
): Series<Label> {
  return registered(name, () => {
    const created: MeasuredGauge<Label> = new MeasuredGauge({
      ...{ name, help, labelNames: labels, registers },
      collect: () => collect?.(created),
    });
    created.clear();
    return created;
  });
}

/** A duration in seconds. */
export function duration<const Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
): { observe(labels: Labels<Label>, seconds: number): void } {
  const options = { name, help, labelNames, registers, buckets: SECONDS };
  return registered(name, () => new Histogram(options));
}

/** Measures the process itself, named as by other programs of Node, so that their charts work. */
export function measureNode(): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
  // It counts one of the collections that Node reports together: half of them are lost.
  registry.removeSingleMetric("nodejs_gc_duration_seconds");
  const pauses = duration("nodejs_gc_duration_seconds", "Garbage collection", ["kind"]);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind } = Reflect.get(entry, "detail") as { kind: number };
      pauses.observe({ kind: GC_KINDS[kind] ?? "other" }, entry.duration / 1000);
    }
  }).observe({ entryTypes: ["gc"] });
}

const refreshers = oncePerProcess("metrics-refresh", () => new Set<() => Promise<void>>());

/** Runs `refresh` each time before metrics are read. */
export function refreshMetrics(refresh: () => Promise<void>): void {
  refreshers.add(refresh);
}

export async function readMetrics(): Promise<string> {
  await Promise.all([...refreshers].map((refresh) => refresh()));
  return registry.metrics();
}

/** Metrics that exist in this process, for the test that compares documents with them. */
export function listMetrics(): { name: string; labels: readonly string[] }[] {
  return registry.getMetricsAsArray().map((metric) => ({
    name: metric.name,
    labels: Reflect.get(metric, "labelNames") as readonly string[],
  }));
}
