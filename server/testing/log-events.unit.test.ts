import fs from "node:fs";
import { expect, it } from "vitest";
import { parseAst } from "vitest/node";
import { securityEventKinds } from "#schemas/people";

const DOCUMENT = "docs/operations/log-events.md";
const LEVELS = ["debug", "info", "warn", "error", "fatal"];

interface Call {
  event: string;
  /** "computed" where the level depends on the call. */
  level: string;
  /** File and line. */
  place: string;
}

interface Node {
  type: string;
  [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) walk(item, visit);
  if (!isNode(value)) return;
  visit(value);
  for (const part of Object.values(value)) walk(part, visit);
}

/** Returns the level of `log.warn(…)`, `ctx.log.warn(…)` or `log[level](…)`; null for other calls. */
function levelOf(callee: unknown): string | null {
  if (!isNode(callee) || callee.type !== "MemberExpression") return null;
  const { object, property, computed } = callee as Node & { object: Node; property: Node };
  const owner = object.type === "MemberExpression" ? (object["property"] as Node) : object;
  if (owner["name"] !== "log" && owner["name"] !== "plainLog") return null;
  if (computed) return "computed";
  const level = String(property["name"]);
  return LEVELS.includes(level) ? level : null;
}

/** Returns the literal of `{ event: "…" }`; null if the event is not a literal in the call. */
function eventOf(fields: unknown): string | null {
  if (!isNode(fields) || fields.type !== "ObjectExpression") return null;
  for (const property of fields["properties"] as Node[]) {
    const name = (property["key"] as Node | undefined)?.["name"];
    const { type, value } = (property["value"] ?? {}) as { type?: string; value?: unknown };
    if (name === "event" && type === "Literal") return String(value);
  }
  return null;
}

/** Returns the log calls of a module. @throws Error for a call without a literal event */
function callsOf(file: string, text: string): Call[] {
  const calls: Call[] = [];
  walk(parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }), (node) => {
    const level = node.type === "CallExpression" ? levelOf(node["callee"]) : null;
    if (level === null) return;
    const place = `${file}:${text.slice(0, node["start"] as number).split("\n").length}`;
    const event = eventOf((node["arguments"] as unknown[])[0]);
    if (event !== null) calls.push({ event, level, place });
    else throw new Error(`${place}: a log call needs { event: "subject.what_happened", … }`);
  });
  return calls;
}

/** Logs each security event under its kind. */
const SECURITY_EVENTS = "server/domain/people/security-events.ts";

function productCalls(): Call[] {
  const files = ["server/**/*.ts", "app/**/*.{ts,tsx}", "prisma/seed.ts"]
    .flatMap((pattern) => fs.globSync(pattern))
    .filter((file) => !/\.test\.tsx?$|^server\/testing\//.test(file));
  return files.flatMap((file) => {
    const text = fs.readFileSync(file, "utf8");
    if (file !== SECURITY_EVENTS) return callsOf(file, text);
    const kinds = securityEventKinds.map((event) => ({ event, level: "computed", place: file }));
    return [...callsOf(file, text.replace("{ event: kind,", '{ event: "auth.KIND",')), ...kinds];
  });
}

interface Documented {
  level: string;
  cells: string[];
}

function documented(): Map<string, Documented> {
  const rows = fs
    .readFileSync(DOCUMENT, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
  return new Map(
    rows.map(([event = "", level = "", ...cells]) => [event.replaceAll("`", ""), { level, cells }]),
  );
}

const calls = productCalls().filter(({ event }) => event !== "auth.KIND");

it("documents every event of the code, and no other", () => {
  const inCode = new Set(calls.map(({ event }) => event));
  expect([...documented().keys()].toSorted()).toEqual([...inCode].toSorted());
});

it("documents the level, the meaning and what to do", () => {
  for (const [event, { level, cells }] of documented()) {
    const levels = level.split(", ");
    const ofEvent = calls.filter((call) => call.event === event && call.level !== "computed");
    for (const call of ofEvent) expect(levels, `${event} at ${call.place}`).toContain(call.level);
    expect(
      levels.filter((it) => !LEVELS.includes(it)),
      event,
    ).toEqual([]);
    expect(
      cells.map((cell) => cell.length > 0),
      event,
    ).toEqual([true, true]);
  }
});

it("names events by a subject and what happened to it", () => {
  const names = [...documented().keys()];
  expect(names.filter((name) => !/^[a-z][a-z_]*\.[a-z][a-z_]*$/.test(name))).toEqual([]);
});

it("finds log calls and rejects one without an event", () => {
  const code = 'ctx.log.warn({ event: "a.b", id }, "x"); log[level]({ event: "c.d" }, "y");';
  expect(callsOf("x.ts", code)).toEqual([
    { event: "a.b", level: "warn", place: "x.ts:1" },
    { event: "c.d", level: "computed", place: "x.ts:1" },
  ]);
  expect(() => callsOf("x.ts", '\nlog.info({ id }, "x");')).toThrow(/^x\.ts:2: /);
  expect(callsOf("x.ts", 'console.log("x"); Math.log(2); log.child({ id });')).toEqual([]);
});
