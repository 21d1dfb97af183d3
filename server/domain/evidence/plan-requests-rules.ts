import { isSameText } from "./text-rules";
import {
  type BeneficiaryAllocation,
  type KgStretch,
  type UnitRun,
  unitRuns,
} from "./unit-runs-rules";

const DAY_MS = 86_400_000;

export interface RequestPlanInput {
  lot: { id: string; unitKg: number };
  /**
   * Whole units that neither a live registry retirement nor an open request covers, sorted. Units
   * that no order has touched are ignored.
   */
  uncovered: readonly KgStretch[];
  /** Allocations that overlap them, sorted by position. */
  allocations: readonly BeneficiaryAllocation[];
  policy: { retireWithinDays: number; poolText: string };
  now: Date;
}

/** Consecutive whole units of a lot to be retired with one text. */
export interface PlannedItem extends KgStretch {
  lotId: string;
  beneficiary: string;
  /** True if `beneficiary` is the pool text. */
  isPool: boolean;
  /** The date by which the policy wants the oldest of these allocations retired. */
  retireBy: Date;
}

/** A shared tonne, or one whose rest stays sellable, must not name a single beneficiary. */
function textOf({ beneficiary, isFull }: UnitRun, poolText: string) {
  return isFull && beneficiary !== null
    ? { beneficiary, isPool: false }
    : { beneficiary: poolText, isPool: true };
}

const earlier = (a: Date, b: Date) => (b < a ? b : a);

function isAlike(a: PlannedItem, b: PlannedItem): boolean {
  return a.endKg === b.startKg && a.isPool === b.isPool && isSameText(a.beneficiary, b.beneficiary);
}

/**
 * Plans what to request from the registry now: units that are fully allocated, or whose oldest
 * allocation has reached the policy's limit.
 */
export function planRequests(input: RequestPlanInput): PlannedItem[] {
  const { lot, uncovered, allocations, policy, now } = input;
  const items: PlannedItem[] = [];
  for (const run of unitRuns({ unitKg: lot.unitKg, stretches: uncovered, allocations })) {
    const retireBy = new Date(run.oldestAt.getTime() + policy.retireWithinDays * DAY_MS);
    if (!run.isFull && retireBy > now) continue;
    const { startKg, endKg } = run;
    const item = { lotId: lot.id, startKg, endKg, ...textOf(run, policy.poolText), retireBy };
    const last = items.at(-1);
    if (last && isAlike(last, item)) {
      last.endKg = endKg;
      last.retireBy = earlier(last.retireBy, retireBy);
    } else {
      items.push(item);
    }
  }
  return items;
}
