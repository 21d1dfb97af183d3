// Records the SQL of some work: it counts round trips, and lets the bare server repeat the product's
// own statements.
import pg from "pg";

export interface Recorded {
  name: string;
  text: string;
  values: unknown[];
}

type Query = (this: pg.Client, config: unknown, ...rest: unknown[]) => unknown;

function described(config: unknown, values: unknown): Recorded {
  if (typeof config === "string") {
    return { name: "", text: config, values: Array.isArray(values) ? values : [] };
  }
  const query = config as { name?: string; text?: string; values?: unknown[] };
  return { name: query.name ?? "", text: query.text ?? "", values: query.values ?? [] };
}

/** Runs the work and returns its statements; each is a round trip. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Recorded[]> {
  const statements: Recorded[] = [];
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  prototype.query = function (config, ...rest) {
    statements.push(described(config, rest[0]));
    return original.call(this, config, ...rest);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return statements;
}

/** A value of a recorded statement, as JSON that another process can fill in. */
export type Slot =
  | { kind: "now" }
  | { kind: "bytes"; hex: string }
  | { kind: "json"; text: string }
  | { kind: "text"; text: string }
  | { kind: "constant"; value: unknown };

export interface Step {
  name: string;
  text: string;
  slots: Slot[];
}

/** Values specific to the recorded request; `{id}` and `{key}` are their placeholders. */
interface Particulars {
  id: string;
  key: string;
}

function slotOf(value: unknown, particulars: Particulars): Slot {
  const general = (text: string) =>
    text.replaceAll(particulars.id, "{id}").replaceAll(particulars.key, "{key}");
  if (value instanceof Date) return { kind: "now" };
  if (value instanceof Uint8Array)
    return { kind: "bytes", hex: Buffer.from(value).toString("hex") };
  if (typeof value === "object" && value !== null) {
    return { kind: "json", text: general(JSON.stringify(value)) };
  }
  if (typeof value === "string" && general(value) !== value) {
    return { kind: "text", text: general(value) };
  }
  return { kind: "constant", value };
}

/** Statements with placeholders for the values specific to one request. */
export function stepsOf(statements: Recorded[], particulars: Particulars): Step[] {
  return statements.map(({ name, text, values }) => ({
    name,
    text,
    slots: values.map((value) => slotOf(value, particulars)),
  }));
}

/** Fills the placeholders with another id and key. */
export function filledIn(text: string, particulars: Particulars): string {
  return text.replaceAll("{id}", particulars.id).replaceAll("{key}", particulars.key);
}
