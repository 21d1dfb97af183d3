import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { type Params, queriesOn } from "#core/query";
import { countWaitingRequests } from "./request-list";
import type { EvidenceTables } from "./tables";
import { listWorklistGroups } from "./worklist";

const query = queriesOn<EvidenceTables>();

const countOpen = query("evidence-count-open", (db, { mode }: Params<{ mode: Mode }>) =>
  db.selectNoFrom([
    sql<number>`(SELECT count(*)::int FROM registry_requests
      WHERE mode = ${mode} AND is_open)`.as("openRequests"),
    sql<number>`(SELECT count(*)::int FROM registry_incidents
      WHERE mode = ${mode} AND state = 'open' AND kind = 'other_beneficiary')`.as("disputes"),
    sql<number>`(SELECT count(*)::int FROM registry_incidents
      WHERE mode = ${mode} AND state = 'open' AND kind = 'needs_confirmation')`.as("confirmations"),
  ]),
);

export interface WorklistCounts {
  /** Kg to retire now, by hand. */
  dueKg: number;
  /** Of these, the part of projects with something past its limit. */
  overdueKg: number;
  /** Kg sold before evidence was kept. */
  unreportedKg: number;
  openRequests: number;
  /** Requests that a person should look at. */
  waitingRequests: number;
  disputes: number;
  confirmations: number;
}

/** Counts the work that waits for the operator at registries. */
export async function getWorklistCounts(
  ctx: Context,
  { mode }: { mode: Mode },
): Promise<WorklistCounts> {
  const groups = await listWorklistGroups(ctx, { mode });
  const [open] = await countOpen(ctx.db, { mode });
  if (!open) throw new Error("could not count the open requests");
  const sum = (list: readonly { dueKg: number }[]) => list.reduce((kg, one) => kg + one.dueKg, 0);
  const current = groups.filter((one) => one.section === "current" && one.adapter === "manual");
  return {
    dueKg: sum(current),
    overdueKg: sum(current.filter(({ isOverdue }) => isOverdue)),
    unreportedKg: sum(groups.filter(({ section }) => section === "unreported")),
    waitingRequests: await countWaitingRequests(ctx, { mode }),
    ...open,
  };
}
