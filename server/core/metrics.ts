// Metrics of this process. Labels take few values: never paths, IDs or text of clients.
import { oncePerProcess } from "./once-per-process";
import { Counter, Gauge, Histogram } from "./prometheus";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface AnyMetric {
  name: string;
  labels: readonly string[];
  refresh(): void;
  lines(): string[];
}

const metrics = oncePerProcess("metrics", () => new Map<string, AnyMetric>());

/** A module that is loaded again gets its own metric again. */
function registered<T extends AnyMetric>(name: string, make: () => T): T {
  return oncePerProcess(`metric ${name}`, () => {
    const metric = make();
    metrics.set(name, metric);
    return metric;
  });
}

export function counter<const Label extends string>(
  name: string,
  help: string,
  labels: readonly Label[],
): Counter<Label> {
  return registered(name, () => new Counter({ name, help, labels }));
}

interface GaugeOptions<Label extends string> {
  help: string;
  labels?: readonly Label[];
  /** Sets the values when metrics are read. */
  collect?(gauge: Gauge<Label>): void;
}

export function gauge<const Label extends string = never>(
  name: string,
  { help, labels = [], collect }: GaugeOptions<Label>,
): Gauge<Label> {
  return registered(name, () => new Gauge({ name, help, labels }, collect));
}

/** A duration in seconds. */
export function duration<const Label extends string>(
  name: string,
  help: string,
  labels: readonly Label[],
): Histogram<Label> {
  return registered(name, () => new Histogram({ name, help, labels }, SECONDS));
}

const refreshers = oncePerProcess("metrics-refresh", () => new Set<() => Promise<void>>());

/** Runs `refresh` each time before metrics are read. */
export function refreshMetrics(refresh: () => Promise<void>): void {
  refreshers.add(refresh);
}

export async function readMetrics(): Promise<string> {
  await Promise.all([...refreshers].map((refresh) => refresh()));
  const all = [...metrics.values()];
  for (const metric of all) metric.refresh();
  return `${all.flatMap((metric) => metric.lines()).join("\n")}\n`;
}

/** Metrics that exist in this process, for the test that compares documents with them. */
export function listMetrics(): { name: string; labels: readonly string[] }[] {
  return [...metrics.values()].map(({ name, labels }) => ({ name, labels }));
}
