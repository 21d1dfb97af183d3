// Keeps the running totals true to the retirements.
import type { SqlContext } from "#core/context";
import { type RetiredPart, sumParts } from "./totals-rules";
import { addTotals } from "./totals-store";

/** Adds what was just retired to all totals that it belongs to, in the same transaction. */
export async function keepTotals(ctx: SqlContext, retired: readonly RetiredPart[]): Promise<void> {
  await addTotals(ctx.db, sumParts(retired));
}
