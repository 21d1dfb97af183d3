// Takes credit lots into the stock.
import type { Context } from "#core/context";
import type { Counts } from "#domain/catalogue";
import { insertLots, relinkLots } from "./lot-store";
import type { LotsPlan } from "./plan-lots";

/** Carries out a plan without faults; the caller still holds the catalogue's lock. */
export async function receiveLots(ctx: Context, plan: LotsPlan): Promise<Counts> {
  if (plan.faults.length > 0) throw new Error("a plan with faults must not be carried out");
  const { mode, fresh, relinked, unchanged } = plan;
  await insertLots(ctx, { mode, lots: fresh });
  await relinkLots(ctx, { mode, lots: relinked });
  return { created: fresh.length, updated: relinked.length, unchanged };
}
