// Shutdown: closes what was opened, in reverse order, whatever ends the program.
import { failureText } from "#core/failure";
import { log } from "#core/log";
import type { ProcessState } from "#core/readiness";
import { onParentEnd } from "./parent.mjs";

/** Ctrl-C arrives from the terminal and again from npm; signals this close together are one. */
const SAME_SIGNAL_MS = 500;
/** Limit for closing after a failure. */
const FAILED_END_MS = 20_000;

const closers: (() => Promise<void>)[] = [];
let endedAt: number | undefined;
let signalled: NodeJS.Signals | undefined;
let hasStarted = false;

/** Returns true once shutdown has begun; what is still starting should stop. */
export function isEnding(): boolean {
  return endedAt !== undefined;
}

/** Records that the program works. */
export function markStarted(): void {
  hasStarted = true;
}

export function processState(): ProcessState {
  if (isEnding()) return "stopping";
  return hasStarted ? "ok" : "starting";
}

/** Returns the signal that ends the program, if any. */
export function endingSignal(): NodeJS.Signals | undefined {
  return signalled;
}

/** Registers a shutdown hook, or runs it at once if shutdown has begun. */
export async function atEnd(close: () => Promise<void>): Promise<void> {
  if (isEnding()) await close();
  else closers.push(close);
}

async function end(code: number): Promise<never> {
  endedAt ??= Date.now();
  for (let close = closers.pop(); close; close = closers.pop()) {
    await close().catch((error: unknown) =>
      log.error({ event: "shutdown.failed", err: error }, "shutdown hook failed"),
    );
  }
  process.exit(code);
}

/** Ends a program that can no longer work, with exit code 1. */
export function fail(error: Error): void {
  if (isEnding()) return;
  process.stderr.write(`\n${failureText(error)}\n`);
  setTimeout(() => process.exit(1), FAILED_END_MS).unref();
  void end(1);
}

function onSignal(signal: NodeJS.Signals): void {
  if (endedAt === undefined) {
    signalled = signal;
    process.stderr.write("\nStopping. Press Ctrl-C again to stop at once.\n");
    void end(0);
  } else if (Date.now() - endedAt > SAME_SIGNAL_MS) {
    process.exit(1);
  }
}

/** The reader of the output may have ended, and reporting a failure to write would fail again. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

/** Runs a program until a signal ends it. */
export async function serve(start: () => Promise<void>): Promise<void> {
  outliveReaders();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  onParentEnd(() => fail(new Error("The process that started this one has ended: stopping.")));
  try {
    await start();
  } catch (error) {
    if (isEnding()) return;
    process.stderr.write(`\n${failureText(error)}\n`);
    await end(1);
  }
}
