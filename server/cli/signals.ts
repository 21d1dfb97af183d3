// Ends what the database does for a command together with the command.
import { setTimeout as sleep } from "node:timers/promises";
import { endStatements } from "#core/db";

const MAX_WAIT_MS = 2000;

async function endAsSignalled(signal: NodeJS.Signals): Promise<void> {
  await Promise.race([endStatements().catch(() => undefined), sleep(MAX_WAIT_MS)]);
  // The handler is gone: the process ends, and its exit code says by what.
  process.kill(process.pid, signal);
}

/** Without this, PostgreSQL would notice the end of the process only seconds later. */
export function endStatementsOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => void endAsSignalled(signal));
  }
}
