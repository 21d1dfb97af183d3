// Freezes programs at the worst moments, to kill them there, and cuts database connections.
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Member } from "#testing/world/installation";
import type { Program } from "#testing/world/programs";
import { select, selectIds } from "#testing/world/sql";

const SEARCH_MS = 3000;

// True if the worker holds the lock, so that its transaction has come this far.
const HOLDS_LOCK = `
  SELECT a.pid::text AS id FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid
  WHERE a.datname = current_database() AND a.application_name = $1
    AND l.relation = $2::text::regclass AND l.mode = $3`;

const CUT = `
  SELECT pg_terminate_backend(pid) AS cut FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND backend_type = 'client backend'
  ORDER BY random() LIMIT 1`;

// Charged by the provider, but not yet recorded as paid.
const CHARGED = `
  SELECT p.id FROM payments p
  JOIN test_provider_payments t ON t.id = p.provider_payment_id AND t.charges = 1
  WHERE p.state = 'confirming'`;

/**
 * A table lock that is held at each moment: all rows are written; orders are claimed and nothing is
 * written; a payment's new state is written; a registry request is.
 */
const locks = {
  settled: ["retirements", "RowExclusiveLock"],
  claimed: ["portfolio_allocations", "AccessShareLock"],
  paying: ["payments", "RowExclusiveLock"],
  requesting: ["registry_requests", "RowExclusiveLock"],
} as const;

/** Freezes the program and returns true at its moment, or false if it was not reached. */
export type Freeze = (member: Member) => Promise<boolean>;

/** Freezes and resumes the program until the condition holds, then leaves it frozen. */
async function freezeWhen(program: Program, isReached: () => Promise<boolean>): Promise<boolean> {
  const until = Date.now() + SEARCH_MS;
  while (Date.now() < until && !program.hasEnded()) {
    process.kill(program.pid, "SIGSTOP");
    if (await isReached()) return true;
    process.kill(program.pid, "SIGCONT");
    await sleep(randomInt(1, 12));
  }
  return false;
}

/** Freezes a worker at a moment of a transaction. */
export function inTransaction(moment: keyof typeof locks): Freeze {
  return ({ name, program }) =>
    freezeWhen(
      program,
      async () => (await selectIds(HOLDS_LOCK, [name, ...locks[moment]])).length > 0,
    );
}

/** Freezes between an external effect and its recording; `unrecorded` lists such effects. */
export function beforeRecording(unrecorded: () => Promise<string[]>): Freeze {
  return async ({ program }) => {
    const before = new Set(await unrecorded());
    return freezeWhen(program, async () => {
      const fresh = (await unrecorded()).filter((id) => !before.has(id));
      if (fresh.length === 0) return false;
      // Another program may be about to record it.
      await sleep(60);
      const now = new Set(await unrecorded());
      return fresh.some((id) => now.has(id));
    });
  };
}

/** Freezes a server between a charge by the provider and its recording. */
export const afterCharge: Freeze = beforeRecording(() => selectIds(CHARGED));

/** Cuts a random connection to the database, maybe of this process. Returns whether it did. */
export async function cutConnection(): Promise<boolean> {
  await sleep(randomInt(20, 600));
  return (await select(CUT).catch(() => [])).length > 0;
}
