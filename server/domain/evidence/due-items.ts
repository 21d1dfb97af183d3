import type { Context, Mode } from "#core/context";
import type { RegistryPolicy } from "./policies";
import { type PlannedItem, planRequests } from "./request-rules";
import { findUnitAllocations } from "./unit-allocations";
import type { KgStretch } from "./unit-runs-rules";
import type { WorkLot, WorklistSection } from "./work-lots";

/** Allocations read for a page at most, unless a single unit has more. */
const MAX_ALLOCATIONS = 20_000;
/** Allocations of an item, whose request changes them at once. */
const MAX_ITEM_ALLOCATIONS = 1000;

/** The unit from which a list continues. */
export interface WorkPlace {
  lotId: string;
  kg: number;
}

export interface DueItem extends PlannedItem {
  lot: WorkLot;
}

export interface DueItems {
  items: DueItem[];
  /** Start of the next page; null after the last one. */
  next: WorkPlace | null;
}

interface FindDueItems {
  mode: Mode;
  section: WorklistSection;
  lots: readonly WorkLot[];
  policyOf: (registry: string) => RegistryPolicy;
  from: WorkPlace | null;
  limit: number;
  maxAllocations?: number;
}

function* stretchesFrom(lots: readonly WorkLot[], from: WorkPlace | null) {
  const start = lots.findIndex(({ id }) => id === from?.lotId);
  for (const lot of lots.slice(Math.max(start, 0))) {
    const fromKg = lot.id === from?.lotId ? from.kg : 0;
    for (const { startKg, endKg } of lot.uncovered) {
      if (endKg > fromKg) yield { lot, startKg: Math.max(startKg, fromKg), endKg };
    }
  }
}

/** Credits sold before evidence was kept are due now. */
function limitOf(policy: RegistryPolicy, section: WorklistSection) {
  const { retireWithinDays, poolText } = policy;
  return { retireWithinDays: section === "current" ? retireWithinDays : 0, poolText };
}

/** Plans the units of these lots that are due, up to about `limit` items, from a place on. */
export async function findDueItems(ctx: Context, input: FindDueItems): Promise<DueItems> {
  const { mode, section, lots, policyOf, from, limit, maxAllocations = MAX_ALLOCATIONS } = input;
  const { db, now } = ctx;
  const items: DueItem[] = [];
  let left = maxAllocations;
  for (const { lot, ...stretch } of stretchesFrom(lots, from)) {
    const policy = limitOf(policyOf(lot.registry), section);
    let rest: KgStretch = stretch;
    while (rest.startKg < rest.endKg) {
      if (left <= 0 || items.length >= limit) {
        return { items, next: { lotId: lot.id, kg: rest.startKg } };
      }
      const place = {
        mode,
        lotId: lot.id,
        unitKg: lot.unitKg,
        ...rest,
        limit: Math.min(left, MAX_ITEM_ALLOCATIONS),
      };
      const { endKg, allocations } = await findUnitAllocations(db, place);
      const uncovered = [{ startKg: rest.startKg, endKg }];
      const planned = planRequests({ lot, uncovered, allocations, policy, now });
      const page = planned.slice(0, limit - items.length);
      items.push(...page.map((item) => ({ ...item, lot })));
      left -= allocations.length;
      const reachedKg = page.length < planned.length ? page.at(-1)?.endKg : endKg;
      rest = { startKg: reachedKg ?? endKg, endKg: rest.endKg };
    }
  }
  return { items, next: null };
}
