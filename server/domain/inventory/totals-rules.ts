// Widest to narrowest, in UTC. Each span needs few rows for what the wider one leaves of a period,
// and few orders remain in the end, even for accounts with millions a year.
const spans = ["all", "month", "day", "hour", "ten_minutes"] as const;
export type Span = (typeof spans)[number];

const spanMs = { day: 24 * 3_600_000, hour: 3_600_000, ten_minutes: 600_000 };
/** All time: no order is older or newer. */
const ALL = { fromMs: 0, beforeMs: Date.UTC(9999, 0, 1) };

/** Kg of one project and vintage, retired for orders of one time. */
export interface RetiredPart {
  accountId: string;
  subaccountId: string | null;
  /** Time of the order. */
  orderedAt: Date;
  projectId: string;
  vintageYear: number;
  kg: number;
  /** True if the account or subaccount that ordered is the beneficiary. */
  isOwn: boolean;
}

/** Parts of the same ten minutes together. */
export interface RetiredSum extends Omit<RetiredPart, "isOwn"> {
  /** Of the kg, those whose beneficiary is the account or subaccount that ordered. */
  ownKg: number;
}

/** From `from`, up to but not including `before`. */
export interface Period {
  from: Date | null;
  before: Date | null;
}

/** A period whose kg are added (1) or subtracted (-1). */
export interface Piece {
  /** The span whose totals cover it exactly; null if it is shorter than any. */
  span: Span | null;
  fromMs: number;
  beforeMs: number;
  sign: 1 | -1;
}

function startOf(span: Span, ms: number): number {
  if (span === "all") return ALL.fromMs;
  if (span !== "month") return ms - (ms % spanMs[span]);
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

function endOf(span: Span, ms: number): number {
  if (span === "all") return ALL.beforeMs;
  if (span !== "month") return startOf(span, ms) + spanMs[span];
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** Merges parts of the same ten minutes, and so of the same spans. */
export function sumParts(parts: readonly RetiredPart[]): RetiredSum[] {
  const sums = new Map<string, RetiredSum>();
  for (const { isOwn, ...part } of parts) {
    const { accountId, subaccountId, projectId, vintageYear, kg } = part;
    const ownKg = isOwn ? kg : 0;
    const startMs = startOf("ten_minutes", part.orderedAt.getTime());
    // PostgreSQL text cannot contain NUL.
    const key = `${accountId}\0${subaccountId}\0${startMs}\0${projectId}\0${vintageYear}`;
    const sum = sums.get(key);
    if (sum) {
      sum.kg += kg;
      sum.ownKg += ownKg;
    } else sums.set(key, { ...part, ownKg, orderedAt: new Date(startMs) });
  }
  return [...sums.values()];
}

/**
 * Splits a period into spans with totals: the widest that fit, narrower ones at either end, and a
 * rest. If an end takes more than half of a span, the whole span is added and the difference
 * subtracted, so a rest is at most five minutes.
 */
export function coverPeriod({ from, before }: Period): Piece[] {
  const fromMs = Math.max(from?.getTime() ?? ALL.fromMs, ALL.fromMs);
  const beforeMs = Math.min(before?.getTime() ?? ALL.beforeMs, ALL.beforeMs);
  return cover({ fromMs, beforeMs, sign: 1 }, spans);
}

type Stretch = Omit<Piece, "span">;

function cover(stretch: Stretch, allowed: readonly Span[]): Piece[] {
  const { fromMs, beforeMs, sign } = stretch;
  if (fromMs >= beforeMs) return [];
  const [span, ...finer] = allowed;
  if (span === undefined) return [{ span: null, ...stretch }];
  const first = startOf(span, fromMs) === fromMs ? fromMs : endOf(span, fromMs);
  const last = startOf(span, beforeMs);
  if (first > last) return coverPart(stretch, span, finer);
  const whole = { span, fromMs: first, beforeMs: last, sign };
  return [
    ...(first < last ? [whole] : []),
    ...coverPart({ fromMs, beforeMs: first, sign }, span, finer),
    ...coverPart({ fromMs: last, beforeMs, sign }, span, finer),
  ];
}

/** Covers part of a span from within, or by subtracting the difference, whichever is shorter. */
function coverPart(part: Stretch, span: Span, finer: readonly Span[]): Piece[] {
  const { fromMs, beforeMs, sign } = part;
  const [start, end] = [startOf(span, fromMs), endOf(span, fromMs)];
  if (2 * (beforeMs - fromMs) <= end - start) return cover(part, finer);
  const without = sign === 1 ? -1 : 1;
  return [
    { span, fromMs: start, beforeMs: end, sign },
    ...cover({ fromMs: start, beforeMs: fromMs, sign: without }, finer),
    ...cover({ fromMs: beforeMs, beforeMs: end, sign: without }, finer),
  ];
}
