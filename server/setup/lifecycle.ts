// A program's end: what was opened is closed in reverse order, once, whatever ends the program.
import { log } from "#core/log";
import { onParentEnd } from "./parent.mjs";

/** Ctrl-C arrives from the terminal and again from npm; what is this close together is one. */
const SAME_SIGNAL_MS = 500;
/** How long a process that must end may take to close what it opened. */
const FAILED_END_MS = 20_000;

const closers: (() => Promise<void>)[] = [];
let endedAt: number | undefined;
let signalled: NodeJS.Signals | undefined;

/** Whether the end has begun: what is still starting should give up. */
export function isEnding(): boolean {
  return endedAt !== undefined;
}

/** The signal that ends the program, if one does. */
export function endingSignal(): NodeJS.Signals | undefined {
  return signalled;
}

/** Registers what is to be done at the end; at once if the end has begun. */
export async function atEnd(close: () => Promise<void>): Promise<void> {
  if (isEnding()) await close();
  else closers.push(close);
}

/** Closes everything and exits. */
async function end(code: number): Promise<never> {
  endedAt ??= Date.now();
  for (let close = closers.pop(); close; close = closers.pop()) {
    await close().catch((error: unknown) =>
      log.error({ event: "shutdown.failed", err: error }, "shutdown hook failed"),
    );
  }
  process.exit(code);
}

/** Ends a running program that can no longer work: exit code 1, and in time whatever hangs. */
export function fail(error: Error): void {
  if (isEnding()) return;
  process.stderr.write(`\n${toldOf(error)}\n`);
  setTimeout(() => process.exit(1), FAILED_END_MS).unref();
  void end(1);
}

function onSignal(signal: NodeJS.Signals): void {
  if (endedAt === undefined) {
    signalled = signal;
    process.stderr.write("\nStopping; once more to stop at once.\n");
    void end(0);
  } else if (Date.now() - endedAt > SAME_SIGNAL_MS) {
    process.exit(1);
  }
}

/** What we threw ourselves says what to do; of everything else the place matters too. */
function toldOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.constructor === Error ? error.message : (error.stack ?? error.message);
}

/** Whoever read the output may be gone: a failure to write must not be written about, for ever. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

/** Runs a program that serves until a signal ends it; a failure to start is told in one line. */
export async function serve(start: () => Promise<void>): Promise<void> {
  outliveReaders();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  onParentEnd(() => fail(new Error("The process that started this one has ended: stopping.")));
  try {
    await start();
  } catch (error) {
    if (isEnding()) return;
    process.stderr.write(`\n${toldOf(error)}\n`);
    await end(1);
  }
}
