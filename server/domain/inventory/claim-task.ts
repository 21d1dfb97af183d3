// Takes the next piece of long work into a worker's hand.
import { randomUUID } from "node:crypto";
import type { SqlContext } from "#core/context";
import { problemReport } from "./task-rules";
import { type ClaimedTask, claimNext, dropFiles, failLostTasks } from "./task-store";

// Longer than reading the largest file keeps a process from saying that it is there.
const LEASE_MS = 30_000;

/** Until when a worker that says so now has its task in hand. */
export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

/** The oldest that waits in a free lane, or null. Ends those first whose worker is gone. */
export async function claimTask(ctx: SqlContext): Promise<ClaimedTask | null> {
  const { db, now } = ctx;
  const report = problemReport("The server ended in the middle of it. Nothing of it was kept.");
  await dropFiles(db, await failLostTasks(db, now, report));
  return claimNext(db, { runner: randomUUID(), leasedUntil: leaseFrom(now), now });
}
