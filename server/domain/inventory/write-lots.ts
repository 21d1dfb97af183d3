import type { Context } from "#core/context";
import { recordAudits } from "#domain/accounts";
import type { Counts } from "#domain/catalogue";
import { insertLots } from "./insert-lots";
import { updateLots } from "./lot-store";
import type { LotsPlan } from "./plan-lots";

export interface LotCounts extends Counts {
  /** Lots of the input that are in stock no more. */
  removed: number;
}

/** Writes a plan without faults. The caller still holds the catalogue's lock. */
export async function writeLots(ctx: Context, plan: LotsPlan): Promise<LotCounts> {
  if (plan.faults.length > 0) throw new Error("a plan with faults must not be written");
  const { mode, created, updated, unchanged, removed } = plan;
  await insertLots(ctx, { mode, lots: created });
  await updateLots(ctx, { mode, lots: updated });
  await recordAudits(
    ctx,
    plan.changedAttributes.map(({ id, changes }) => ({
      action: "credit_lot.attributes_changed",
      subjectId: id,
      data: { mode, ...changes },
    })),
  );
  return { created: created.length, updated: updated.length, unchanged, removed };
}
