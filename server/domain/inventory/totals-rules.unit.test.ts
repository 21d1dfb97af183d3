import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coverPeriod, type Piece, type RetiredPart, type Span, sumParts } from "./totals-rules";

const HOUR = 3_600_000;
const START = Date.parse("2025-11-01T00:00:00Z");
const END = Date.parse("2026-04-02T00:00:00Z");

const anyTime = fc.oneof(
  fc.integer({ min: START, max: END }),
  fc.integer({ min: START / HOUR, max: END / HOUR }).map((hours) => hours * HOUR),
  fc.integer({ min: 10, max: 16 }).map((month) => Date.UTC(2025, month)),
);
const nearTime = fc.tuple(anyTime, fc.integer({ min: -1, max: 1 })).map(([ms, by]) => ms + by);
const end = fc.option(nearTime, { nil: null });
const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms));

const anyPart: fc.Arbitrary<RetiredPart> = fc.record({
  accountId: fc.constantFrom("acc_1", "acc_2"),
  subaccountId: fc.constantFrom(null, "sub_1", "sub_2"),
  orderedAt: nearTime.map((ms) => new Date(ms)),
  projectId: fc.constantFrom("prj 1", "prj 2"),
  vintageYear: fc.constantFrom(2019, 2020),
  kg: fc.integer({ min: 1, max: 1_000_000_000 }),
  isOwn: fc.boolean(),
});

const within = (ms: number, { fromMs, beforeMs }: Piece) => ms >= fromMs && ms < beforeMs;
const lengthOf = (pieces: Piece[], span: Span | null) =>
  pieces
    .filter((piece) => piece.span === span)
    .reduce((ms, piece) => ms + piece.beforeMs - piece.fromMs, 0);
const kgOf = (parts: readonly { kg: number }[]) => parts.reduce((kg, part) => kg + part.kg, 0);

/** Start of the span in milliseconds, by ISO text. */
function startIn(span: Span, ms: number): number {
  const iso = new Date(ms).toISOString();
  const lengths = { all: 0, month: 7, day: 10, hour: 13, ten_minutes: 15 };
  const text = iso.slice(0, lengths[span]) + "1970-01-01T00:00:00.000Z".slice(lengths[span]);
  return Date.parse(text);
}

describe("a period split into totals", () => {
  it("has exactly the kg of its orders", () => {
    const parts = fc.array(anyPart, { maxLength: 40 });
    fc.assert(
      fc.property(parts, end, end, (all, from, before) => {
        const pieces = coverPeriod({ from: dateOf(from), before: dateOf(before) });
        const sum = pieces.reduce((kg, piece) => {
          const at = ({ orderedAt }: RetiredPart) =>
            piece.span === null ? orderedAt.getTime() : startIn(piece.span, orderedAt.getTime());
          return kg + piece.sign * kgOf(all.filter((part) => within(at(part), piece)));
        }, 0);
        const orders = all.filter(
          ({ orderedAt }) => +orderedAt >= (from ?? 0) && +orderedAt < (before ?? Infinity),
        );
        expect(sum).toBe(kgOf(orders));
      }),
      { numRuns: 1000 },
    );
  });

  it("needs few rows, and at most twice five minutes of orders", () => {
    fc.assert(
      fc.property(end, end, (from, before) => {
        const pieces = coverPeriod({ from: dateOf(from), before: dateOf(before) });
        expect(lengthOf(pieces, null)).toBeLessThanOrEqual(HOUR / 6);
        expect(lengthOf(pieces, "ten_minutes")).toBeLessThanOrEqual(2 * 4 * (HOUR / 6));
        expect(lengthOf(pieces, "hour")).toBeLessThanOrEqual(2 * 13 * HOUR);
        expect(lengthOf(pieces, "day")).toBeLessThanOrEqual(2 * 17 * 24 * HOUR);
        // One piece of months, and at either end one of months, two of each narrower span, and a
        // rest.
        expect(pieces.length).toBeLessThanOrEqual(1 + 2 * (1 + 3 * 2 + 1));
      }),
      { numRuns: 1000 },
    );
  });

  it("that starts and ends with spans consists of these spans", () => {
    const cover = (from: string, before: string) =>
      coverPeriod({ from: new Date(from), before: new Date(before) });
    const piece = (span: Span | null, from: string, before: string) => ({
      span,
      fromMs: Date.parse(from),
      beforeMs: Date.parse(before),
      sign: 1,
    });
    for (const [span, from, before] of [
      ["month", "2026-01-01", "2026-03-01"],
      ["day", "2026-01-02", "2026-01-05"],
      ["hour", "2026-01-02T03:00Z", "2026-01-02T05:00Z"],
      ["ten_minutes", "2026-01-02T03:10Z", "2026-01-02T03:30Z"],
      [null, "2026-01-02T03:10Z", "2026-01-02T03:15Z"],
      [null, "2026-01-02T03:16Z", "2026-01-02T03:17Z"],
    ] as const) {
      expect(cover(from, before)).toEqual([piece(span, from, before)]);
    }
  });

  it("that is empty or reversed has no pieces", () => {
    fc.assert(
      fc.property(nearTime, fc.nat(100 * 24 * HOUR), (ms, by) => {
        const period = { from: new Date(ms), before: new Date(ms - by) };
        expect(coverPeriod(period)).toEqual([]);
      }),
    );
  });

  it("is the all-time total if it has no ends", () => {
    const pieces = coverPeriod({ from: null, before: null });
    expect(pieces).toEqual([
      { span: "all", fromMs: 0, beforeMs: Date.parse("9999-01-01"), sign: 1 },
    ]);
  });
});

describe("merged parts", () => {
  it("keep their kg in every span, once per account, subaccount, project and vintage", () => {
    const keyOf = (part: Omit<RetiredPart, "isOwn">, span: Span) => {
      const { accountId, subaccountId, projectId, vintageYear, orderedAt } = part;
      const start = startIn(span, orderedAt.getTime());
      return JSON.stringify([accountId, subaccountId, projectId, vintageYear, start]);
    };
    const sums = (parts: readonly Omit<RetiredPart, "isOwn">[], span: Span) =>
      Object.fromEntries(
        [...Map.groupBy(parts, (part) => keyOf(part, span))].map(([key, own]) => [key, kgOf(own)]),
      );
    // Many within the same ten minutes.
    const near = fc
      .tuple(anyPart, fc.nat(HOUR / 3))
      .map(([part, ms]) => ({ ...part, orderedAt: new Date(START + ms) }));
    const list = fc.array(fc.oneof(anyPart, near), { minLength: 20, maxLength: 60 });
    fc.assert(
      fc.property(list, (parts) => {
        const summed = sumParts(parts);
        for (const span of ["all", "month", "day", "hour", "ten_minutes"] as const) {
          expect(sums(summed, span)).toEqual(sums(parts, span));
          const own = summed.flatMap((sum) => (sum.ownKg > 0 ? [{ ...sum, kg: sum.ownKg }] : []));
          expect(sums(own, span)).toEqual(
            sums(
              parts.filter(({ isOwn }) => isOwn),
              span,
            ),
          );
        }
        expect(summed).toHaveLength(Object.keys(sums(parts, "ten_minutes")).length);
      }),
    );
  });
});
