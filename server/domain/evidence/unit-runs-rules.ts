import { comparableText } from "./text-rules";

/** Kg of one lot, counted from its start; `endKg` is not included. */
export interface KgStretch {
  startKg: number;
  endKg: number;
}

/** A ledger allocation, with the beneficiary that its order's certificate names. */
export interface BeneficiaryAllocation extends KgStretch {
  /** Null if the name was removed. */
  beneficiary: string | null;
  allocatedAt: Date;
}

/** Consecutive whole units of a lot whose allocations are alike. */
export interface UnitRun extends KgStretch {
  /** Beneficiary of every allocated kg of the units; null if they have several, or it was removed. */
  beneficiary: string | null;
  isFull: boolean;
  /** Times of the oldest and the newest allocation. */
  oldestAt: Date;
  newestAt: Date;
}

const older = (a: Date, b: Date) => (b < a ? b : a);
const newer = (a: Date, b: Date) => (b > a ? b : a);

function isAlike(a: UnitRun, b: UnitRun): boolean {
  if (a.endKg !== b.startKg || a.isFull !== b.isFull) return false;
  if (a.beneficiary === null || b.beneficiary === null) return a.beneficiary === b.beneficiary;
  return comparableText(a.beneficiary) === comparableText(b.beneficiary);
}

/** A unit that more than one allocation touches, or one allocation touches in part. */
function sharedUnit(
  unit: KgStretch,
  allocations: readonly BeneficiaryAllocation[],
  from: number,
): UnitRun {
  const first = allocations[from] as BeneficiaryAllocation;
  const run: UnitRun = {
    ...unit,
    beneficiary: first.beneficiary,
    isFull: false,
    oldestAt: first.allocatedAt,
    newestAt: first.allocatedAt,
  };
  let allocatedKg = 0;
  for (let index = from; index < allocations.length; index += 1) {
    const next = allocations[index] as BeneficiaryAllocation;
    if (next.startKg >= unit.endKg) break;
    allocatedKg += Math.min(next.endKg, unit.endKg) - Math.max(next.startKg, unit.startKg);
    run.oldestAt = older(run.oldestAt, next.allocatedAt);
    run.newestAt = newer(run.newestAt, next.allocatedAt);
    const isSame =
      run.beneficiary !== null &&
      next.beneficiary !== null &&
      comparableText(run.beneficiary) === comparableText(next.beneficiary);
    if (!isSame) run.beneficiary = null;
  }
  run.isFull = allocatedKg === unit.endKg - unit.startKg;
  return run;
}

/** Splits the stretch at its units: one run within a large allocation, and each shared unit. */
function* runsWithin(
  unitKg: number,
  stretch: KgStretch,
  allocations: readonly BeneficiaryAllocation[],
): Generator<UnitRun> {
  let index = 0;
  let startKg = stretch.startKg;
  while (startKg < stretch.endKg) {
    while ((allocations[index]?.endKg ?? Number.POSITIVE_INFINITY) <= startKg) index += 1;
    const at = allocations[index];
    if (at === undefined || at.startKg >= stretch.endKg) return;
    startKg = Math.max(startKg, Math.floor(at.startKg / unitKg) * unitKg);
    const wholeEndKg = Math.floor(Math.min(at.endKg, stretch.endKg) / unitKg) * unitKg;
    if (at.startKg <= startKg && wholeEndKg > startKg) {
      const { beneficiary, allocatedAt } = at;
      const times = { oldestAt: allocatedAt, newestAt: allocatedAt };
      yield { startKg, endKg: wholeEndKg, beneficiary, isFull: true, ...times };
      startKg = wholeEndKg;
    } else {
      const endKg = startKg + unitKg;
      yield sharedUnit({ startKg, endKg }, allocations, index);
      startKg = endKg;
    }
  }
}

interface UnitRuns {
  unitKg: number;
  /** Whole units, sorted and disjoint. */
  stretches: readonly KgStretch[];
  /** Sorted and disjoint. */
  allocations: readonly BeneficiaryAllocation[];
  /** True to keep units of different days apart. */
  byDay?: boolean;
}

const dayOf = ({ newestAt }: UnitRun) => newestAt.toISOString().slice(0, 10);

/** Returns the allocated units of the stretches in order, adjacent ones merged where alike. */
export function unitRuns({ unitKg, stretches, allocations, byDay }: UnitRuns): UnitRun[] {
  const runs: UnitRun[] = [];
  for (const stretch of stretches) {
    for (const run of runsWithin(unitKg, stretch, allocations)) {
      const last = runs.at(-1);
      if (last && isAlike(last, run) && !(byDay && dayOf(last) !== dayOf(run))) {
        last.endKg = run.endKg;
        last.oldestAt = older(last.oldestAt, run.oldestAt);
        last.newestAt = newer(last.newestAt, run.newestAt);
      } else {
        runs.push(run);
      }
    }
  }
  return runs;
}

/** Splits a stretch into the parts that the others cover, and the rest. Both are sorted. */
export function splitCovered(
  { startKg, endKg }: KgStretch,
  others: readonly KgStretch[],
): { covered: KgStretch[]; rest: KgStretch[] } {
  const covered: KgStretch[] = [];
  const rest: KgStretch[] = [];
  let nextKg = startKg;
  for (const other of others.toSorted((a, b) => a.startKg - b.startKg)) {
    const from = Math.max(other.startKg, nextKg);
    const to = Math.min(other.endKg, endKg);
    if (from >= to) continue;
    if (from > nextKg) rest.push({ startKg: nextKg, endKg: from });
    covered.push({ startKg: from, endKg: to });
    nextKg = to;
  }
  if (nextKg < endKg) rest.push({ startKg: nextKg, endKg });
  return { covered, rest };
}

interface OfLot extends KgStretch {
  lotId: string;
}

/**
 * Returns a search for the stretches that share kg with another, sorted by their start. They must be
 * disjoint.
 */
export function overlapSearch<Stretch extends OfLot>(
  stretches: readonly Stretch[],
): (other: OfLot) => Stretch[] {
  const byLot = Map.groupBy(stretches, ({ lotId }) => lotId);
  for (const list of byLot.values()) list.sort((a, b) => a.startKg - b.startKg);
  return ({ lotId, startKg, endKg }) => {
    const list = byLot.get(lotId);
    if (!list) return [];
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((list[middle]?.endKg ?? 0) <= startKg) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while ((list[end]?.startKg ?? Number.POSITIVE_INFINITY) < endKg) end += 1;
    return list.slice(low, end);
  };
}
