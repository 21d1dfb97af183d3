// Counters, gauges and histograms in Prometheus' text format (version 0.0.4).

export const PROMETHEUS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

type Kind = "counter" | "gauge" | "histogram";
type Labels<Label extends string> = Readonly<Record<Label, string>>;

interface Description<Label extends string> {
  name: string;
  help: string;
  labels: readonly Label[];
}

const escapes: Record<string, string> = { "\\": "\\\\", "\n": "\\n", '"': '\\"' };
const escaped = (text: string) => text.replace(/[\\\n"]/g, (char) => escapes[char] ?? char);

/** One metric with its series, each of which has one value for each label. */
abstract class Metric<Label extends string> {
  abstract readonly kind: Kind;
  readonly name: string;
  readonly labels: readonly Label[];
  readonly #help: string;

  constructor({ name, help, labels }: Description<Label>) {
    this.name = name;
    this.labels = labels;
    this.#help = help;
  }

  protected abstract samples(): Iterable<string>;

  /** Called before the metric is read. */
  refresh(): void {}

  lines(): string[] {
    const { name, kind } = this;
    return [`# HELP ${name} ${this.#help}`, `# TYPE ${name} ${kind}`, ...this.samples()];
  }

  /** For example `class="api",status="200"`. */
  protected key(values: Labels<Label>): string {
    return this.labels.map((label) => `${label}="${escaped(values[label])}"`).join(",");
  }

  protected sample(key: string, value: number, suffix = ""): string {
    return `${this.name}${suffix}${key === "" ? "" : `{${key}}`} ${numeral(value)}`;
  }
}

/** Prometheus has its own spelling of what is infinite. */
function numeral(value: number): string {
  return value === Number.POSITIVE_INFINITY ? "+Inf" : String(value);
}

abstract class Values<Label extends string> extends Metric<Label> {
  protected readonly values = new Map<string, number>();

  protected *samples(): Iterable<string> {
    for (const [key, value] of this.values) yield this.sample(key, value);
  }
}

export class Counter<Label extends string> extends Values<Label> {
  readonly kind = "counter";

  inc(labels: Labels<Label>, by = 1): void {
    const key = this.key(labels);
    this.values.set(key, (this.values.get(key) ?? 0) + by);
  }
}

export class Gauge<Label extends string> extends Values<Label> {
  readonly kind = "gauge";
  readonly #collect: ((gauge: Gauge<Label>) => void) | undefined;

  constructor(description: Description<Label>, collect?: (gauge: Gauge<Label>) => void) {
    super(description);
    this.#collect = collect;
  }

  override refresh(): void {
    this.#collect?.(this);
  }

  set(labels: Labels<Label>, value: number): void {
    this.values.set(this.key(labels), value);
  }

  /** Removes all series. */
  clear(): void {
    this.values.clear();
  }
}

interface Distribution {
  /** Observations by bucket; each is counted in one. */
  counts: number[];
  sum: number;
  count: number;
}

export class Histogram<Label extends string> extends Metric<Label> {
  readonly kind = "histogram";
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Distribution>();

  /** `bounds` are the largest values of the buckets, in ascending order. */
  constructor(description: Description<Label>, bounds: readonly number[]) {
    super(description);
    this.#bounds = bounds;
  }

  observe(labels: Labels<Label>, value: number): void {
    const key = this.key(labels);
    const known = this.#series.get(key);
    const series = known ?? { counts: this.#bounds.map(() => 0), sum: 0, count: 0 };
    if (!known) this.#series.set(key, series);
    const bucket = this.#bounds.findIndex((bound) => value <= bound);
    if (bucket >= 0) series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += value;
    series.count += 1;
  }

  protected *samples(): Iterable<string> {
    for (const [key, { counts, sum, count }] of this.#series) {
      const prefix = key === "" ? "" : `${key},`;
      let below = 0;
      for (const [index, bound] of this.#bounds.entries()) {
        below += counts[index] ?? 0;
        yield this.sample(`${prefix}le="${bound}"`, below, "_bucket");
      }
      yield this.sample(`${prefix}le="+Inf"`, count, "_bucket");
      yield this.sample(key, sum, "_sum");
      yield this.sample(key, count, "_count");
    }
  }
}
