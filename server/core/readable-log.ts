// Lines of the log for a person at a terminal.
import { styleText } from "node:util";

interface Line {
  level: number;
  time: string;
  msg: string;
  event?: string;
  err?: { message?: string; stack?: string };
  [field: string]: unknown;
}

const WARN = 40;
const ERROR = 50;
/** Successes of background work, many a minute. */
const ROUTINE = ["job.ended", "registry.request_confirmed"];
/** The same on all lines, or of use to machines only. */
const LEFT_OUT = ["level", "time", "msg", "event", "err", "host", "pid", "version"];

function fieldsOf(line: Line): string {
  const { method, path, status = "aborted", ms } = line;
  if (line.event === "http.request") return `${method} ${path} ${status} in ${ms} ms`;
  return Object.entries(line)
    .filter(([name, value]) => !LEFT_OUT.includes(name) && value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" ");
}

function paint(level: number, text: string): string {
  if (level >= ERROR) return styleText("red", text);
  return level >= WARN ? styleText("yellow", text) : text;
}

/**
 * Returns the text for a line of JSON: time, message, fields, and the stack of an error. Nothing for
 * routine.
 */
export function readable(json: string): string {
  const line = JSON.parse(json) as Line;
  if (line.level < WARN && ROUTINE.includes(line.event ?? "")) return "";
  const time = new Date(line.time).toTimeString().slice(0, 8);
  const message = `${line.msg.charAt(0).toUpperCase()}${line.msg.slice(1)}`;
  const parts = [
    styleText("dim", time),
    paint(line.level, message),
    styleText("dim", fieldsOf(line)),
  ];
  const stack = line.err?.stack ?? line.err?.message;
  return `${[parts.join("  ").trimEnd(), ...(stack ? [stack] : [])].join("\n")}\n`;
}
