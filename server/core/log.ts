// JSON lines on standard output, or readable ones at a terminal; keys, cookies and passwords are
// redacted.
import os from "node:os";
import { setTimeout } from "node:timers";
import tty from "node:tty";
import { type LoggerOptions, pino } from "pino";
import { readVersion } from "./build";
import { currentRequest, traceIdOf } from "./caller";
import { env } from "./env";
import { readable } from "./readable-log";
import { currentTracer } from "./tracing";

/** Limit of unwritten lines; further ones are dropped. */
const MAX_UNWRITTEN_BYTES = 1024 * 1024;
/** Lines are written together, because a write takes longer than the line: at most this long … */
const BUFFERED_BYTES = 15 * 1024;
/** … and after this time. */
const BUFFERED_MS = 10;

/**
 * Standard output may be a file on a full disk. The process continues without its log, and logging
 * resumes once there is space.
 */
function openOutput() {
  const output = pino.destination({
    dest: process.stdout.fd,
    maxLength: MAX_UNWRITTEN_BYTES,
    minLength: BUFFERED_BYTES,
  });
  const write = output.write.bind(output);
  const flush = output.flushSync.bind(output);
  const isTerminal = tty.isatty(process.stdout.fd);
  let isScheduled = false;
  output.write = (line) => {
    if (!isScheduled) setTimeout(writeLines, BUFFERED_MS);
    isScheduled = true;
    return write(isTerminal ? readable(line) : line);
  };
  function writeLines(): void {
    isScheduled = false;
    output.flush();
  }
  let canWrite = true;
  output.on("write", () => {
    canWrite = true;
  });
  output.on("error", () => {
    canWrite = false;
  });
  // Otherwise it would retry forever at exit.
  output.flushSync = () => {
    if (canWrite) flush();
  };
  process.on("exit", () => output.flushSync());
  return output;
}

const options: LoggerOptions = {
  level: env.CT_LOG_LEVEL,
  // Tells processes of one installation apart.
  base: { host: os.hostname(), pid: process.pid, version: readVersion() },
  mixin() {
    const request = currentRequest();
    const traceId = request ? traceIdOf(request) : currentTracer()?.currentTraceId();
    return traceId === undefined ? {} : { traceId };
  },
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: ["authorization", "cookie", "password", "token", "secret"].flatMap((name) => [
      name,
      `*.${name}`,
      `*.*.${name}`,
    ]),
    censor: "[cut]",
  },
};

/** Fields of each line, which an event must not write a second time. */
type Reserved = "host" | "level" | "msg" | "pid" | "time" | "version";
type Fields = { event: string } & { [name in Reserved]?: never } & Record<string, unknown>;

/**
 * Writes a line: a stable event name, fields, and a constant message. Each event is explained in
 * docs/operations/log-events.md; the test server/testing/log-events.unit.test.ts compares them.
 */
type Write = (fields: Fields, message: string) => void;

export type Log = Record<"debug" | "info" | "warn" | "error", Write>;

const root = pino(options, openOutput());

export const log: Log & { level: string; fatal: Write; child(fields: object): Log } = root;

/** Without redaction, which takes most of a line's time: for fields that hold no secrets. */
export const plainLog: Pick<Log, "debug" | "info"> = root.child({}, { redact: [] });
