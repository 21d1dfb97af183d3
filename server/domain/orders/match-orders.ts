// Matches all that can be matched now. The one verb that runs transactions itself, one a batch,
// because a backlog of any size must not become one transaction.
import type { Context } from "#core/context";
import type { Database } from "#core/db";
import { matchBatch } from "./match-batch";
import { findModesWithWork } from "./match-store";

export interface MatchReport {
  matched: number;
  /** Orders that were looked at and cannot be filled whole for now. */
  waiting: number;
}

const BATCH = 1000;

/** Fills orders of both modes, oldest first, until nothing more can be filled or `stopped` says so. */
export async function matchOrders(
  ctx: Context,
  input: { database: Database; stopped?: () => boolean },
): Promise<MatchReport> {
  const total: MatchReport = { matched: 0, waiting: 0 };
  for (const mode of await findModesWithWork(ctx.db)) {
    let looked: number;
    do {
      const report = await input.database.sqlTransaction((db) =>
        matchBatch({ ...ctx, db, now: new Date() }, { mode, limit: BATCH }),
      );
      looked = report.matched + report.waiting;
      total.matched += report.matched;
      total.waiting += report.waiting;
    } while (looked > 0 && !input.stopped?.());
  }
  return total;
}
