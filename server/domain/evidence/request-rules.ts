import type { AdapterName, RequestState } from "./schema";
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

/** A registry is asked at least this often about a request whose outcome is unknown. */
const MAX_PAUSE_MS = 3_600_000;
/** A request that was not sent yet often waits only for another one to end. */
const MAX_UNSENT_PAUSE_MS = 60_000;

/** Refused credits are requested again after this: a person may have to act at the registry. */
export const REFUSED_PAUSE_MS = 24 * 3_600_000;

export interface PollSchedule {
  /** Polls so far. */
  polls: number;
  /** The adapter's first pause. */
  firstPollMs: number;
  isSent: boolean;
  now: Date;
}

/** Doubles the pause after each poll. */
export function nextPollAt({ polls, firstPollMs, isSent, now }: PollSchedule): Date {
  const longestMs = isSent ? MAX_PAUSE_MS : MAX_UNSENT_PAUSE_MS;
  const pauseMs = Math.min(firstPollMs * 2 ** Math.min(polls, 30), longestMs);
  return new Date(now.getTime() + pauseMs);
}

export interface AbsentRequest extends PollSchedule {
  sentAt: Date;
  /** Time after which a request that was sent can no longer be under way. */
  settleMs: number;
  /** The registry's refusal, if it sent one. */
  refusal: string | null;
}

export type AbsentStep =
  | { step: "wait"; until: Date }
  | { step: "send" }
  | { step: "refuse"; reason: string };

/** Decides about a request that was sent and that the registry does not have. */
export function stepAfterAbsent(request: AbsentRequest): AbsentStep {
  const settledAt = new Date(request.sentAt.getTime() + request.settleMs);
  if (request.now < settledAt) {
    const poll = nextPollAt(request);
    return { step: "wait", until: poll < settledAt ? poll : settledAt };
  }
  if (request.refusal !== null) return { step: "refuse", reason: request.refusal };
  return { step: "send" };
}

/** A request made by hand that no export has confirmed for this long needs a person. */
export const UNCONFIRMED_MS = 14 * DAY_MS;

/**
 * `refused`: the registry did not carry it out. `unknown`: it was sent, and the response was lost.
 * `failing`: the last attempt to send or find it failed. `unconfirmed`: made by hand, and no export
 * has it.
 */
export const requestProblems = ["refused", "unknown", "failing", "unconfirmed"] as const;
export type RequestProblem = (typeof requestProblems)[number];

interface RequestFacts {
  adapter: AdapterName;
  state: RequestState;
  error: string | null;
  sentAt: Date | null;
}

/** The reason why a person should look at a request; null if there is none. */
export function problemOf(request: RequestFacts, now: Date): RequestProblem | null {
  const { adapter, state, error, sentAt } = request;
  if (adapter === "manual") {
    const isOld = sentAt !== null && now.getTime() - sentAt.getTime() > UNCONFIRMED_MS;
    return state === "sent" && isOld ? "unconfirmed" : null;
  }
  if (state === "refused" || state === "unknown") return state;
  return state !== "confirmed" && error !== null ? "failing" : null;
}
