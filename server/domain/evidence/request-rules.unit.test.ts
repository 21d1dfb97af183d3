import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planRequests } from "./index";
import {
  nextPollAt,
  problemOf,
  type RequestPlanInput,
  stepAfterAbsent,
  UNCONFIRMED_MS,
} from "./request-rules";
import { isSameText } from "./text-rules";

const now = new Date("2026-11-03T12:00:00Z");
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
const policy = { retireWithinDays: 30, poolText: "customers of Northly" };

function plan(input: Partial<RequestPlanInput>) {
  const lot = { id: "lot", unitKg: 1000 };
  const uncovered = [{ startKg: 0, endKg: 5000 }];
  const items = planRequests({ lot, uncovered, allocations: [], policy, now, ...input });
  return items.map(({ startKg, endKg, beneficiary }) => [startKg, endKg, beneficiary]);
}

/** Consecutive allocations from the lot's start. */
function allocations(...parts: [beneficiary: string, kg: number, days?: number][]) {
  let startKg = 0;
  return parts.map(([beneficiary, kg, days = 0]) => {
    const allocation = { startKg, endKg: startKg + kg, beneficiary, allocatedAt: daysAgo(days) };
    startKg = allocation.endKg;
    return allocation;
  });
}

describe("planned requests", () => {
  it("name the beneficiary of tonnes that are theirs alone, and the pool for shared tonnes", () => {
    const shared = allocations(["Ada", 2500], ["Bo", 1500], ["bo ", 1000]);
    expect(plan({ allocations: shared })).toEqual([
      [0, 2000, "Ada"],
      [2000, 3000, "customers of Northly"],
      [3000, 5000, "Bo"],
    ]);
  });

  it("leave a tonne that is partly sold until its oldest allocation reaches the limit", () => {
    expect(plan({ allocations: allocations(["Ada", 25, 29]) })).toEqual([]);
    expect(plan({ allocations: allocations(["Ada", 25, 30]) })).toEqual([
      [0, 1000, "customers of Northly"],
    ]);
  });

  it("wait for the oldest allocation of a shared tonne", () => {
    expect(plan({ allocations: allocations(["Ada", 25, 29], ["Bo", 25]) })).toEqual([]);
    expect(plan({ allocations: allocations(["Ada", 25], ["Bo", 25, 30]) })).toEqual([
      [0, 1000, "customers of Northly"],
    ]);
  });

  it("count an opaque lot as one unit, and Isometric's kg as units", () => {
    const sold = allocations(["Ada", 3000], ["Bo", 1999, 31]);
    expect(plan({ lot: { id: "lot", unitKg: 5000 }, allocations: sold })).toEqual([
      [0, 5000, "customers of Northly"],
    ]);
    expect(plan({ lot: { id: "lot", unitKg: 1 }, allocations: sold })).toEqual([
      [0, 3000, "Ada"],
      [3000, 4999, "Bo"],
    ]);
  });
});

const anyInput: fc.Arbitrary<RequestPlanInput> = fc
  .record({
    unitKg: fc.constantFrom(1, 10, 60),
    parts: fc.array(
      fc.tuple(fc.constantFrom("A", "a ", "B", "C"), fc.integer({ min: 1, max: 35 }), fc.nat(3)),
      { maxLength: 12 },
    ),
    covered: fc.uniqueArray(fc.nat(60), { maxLength: 20 }),
  })
  .map(({ unitKg, parts, covered }) => {
    const units = Array.from({ length: 60 / unitKg }, (_, unit) => unit);
    const uncovered = units
      .filter((unit) => !covered.includes(unit))
      .map((unit) => ({ startKg: unit * unitKg, endKg: (unit + 1) * unitKg }));
    const sold = allocations(...parts).flatMap((one) =>
      one.startKg < 60 ? [{ ...one, endKg: Math.min(one.endKg, 60) }] : [],
    );
    const limit = { retireWithinDays: 2, poolText: "pool" };
    return { lot: { id: "lot", unitKg }, uncovered, allocations: sold, policy: limit, now };
  });

describe("any plan", () => {
  it("requests exactly the uncovered units that are due, each once, with a text that is true", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { lot, uncovered, allocations: sold } = input;
        const items = planRequests(input);
        const unitsOf = (stretch: { startKg: number; endKg: number }) =>
          Array.from(
            { length: (stretch.endKg - stretch.startKg) / lot.unitKg },
            (_, index) => stretch.startKg + index * lot.unitKg,
          );
        const planned = items.flatMap((item) => unitsOf(item).map((at) => ({ at, item })));
        const expected = uncovered.flatMap(unitsOf).flatMap((at) => {
          const inUnit = sold.filter((one) => one.startKg < at + lot.unitKg && one.endKg > at);
          const kg = Array.from({ length: lot.unitKg }, (_, index) => at + index).filter((one) =>
            inUnit.some(({ startKg, endKg }) => startKg <= one && one < endKg),
          ).length;
          const isFull = kg === lot.unitKg;
          const isDue = isFull || inUnit.some((one) => one.allocatedAt <= daysAgo(2));
          const [first] = inUnit;
          if (!first || !isDue) return [];
          const isOne = inUnit.every((one) =>
            isSameText(one.beneficiary ?? "", first.beneficiary ?? ""),
          );
          return [{ at, text: (isFull && isOne && first.beneficiary) || "pool" }];
        });
        expect(planned.map(({ at }) => at)).toEqual(expected.map(({ at }) => at));
        for (const [index, { text }] of expected.entries()) {
          const { beneficiary = "", isPool } = planned[index]?.item ?? {};
          expect(isSameText(beneficiary, text)).toBe(true);
          expect(isPool).toBe(text === "pool");
        }
      }),
      { numRuns: 500 },
    );
  });

  it("merges neighbors with one text", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const items = planRequests(input);
        for (const [index, item] of items.entries()) {
          const last = items[index - 1];
          if (last?.endKg !== item.startKg) continue;
          expect(isSameText(last.beneficiary, item.beneficiary)).toBe(false);
        }
      }),
    );
  });
});

const msAfter = (at: Date) => at.getTime() - now.getTime();

it("pauses between polls double from the adapter's first, up to an hour", () => {
  const pauses = [0, 1, 2, 10, 11, 12, 1000].map((polls) =>
    msAfter(nextPollAt({ polls, firstPollMs: 2000, isSent: true, now })),
  );
  expect(pauses).toEqual([2000, 4000, 8000, 2_048_000, 3_600_000, 3_600_000, 3_600_000]);
  const unsent = nextPollAt({ polls: 1000, firstPollMs: 2000, isSent: false, now });
  expect(msAfter(unsent)).toBe(60_000);
});

it("a request is sent again, or refused, only when the first can no longer be under way", () => {
  const elapsed = fc.integer({ min: 0, max: 2_000_000 });
  const polls = fc.integer({ min: 0, max: 40 });
  fc.assert(
    fc.property(elapsed, polls, fc.option(fc.constant("no such batch")), (ms, count, refusal) => {
      const settleMs = 900_000;
      const sentAt = new Date(now.getTime() - ms);
      const given = {
        polls: count,
        firstPollMs: 2000,
        isSent: true,
        now,
        sentAt,
        settleMs,
        refusal,
      };
      const next = stepAfterAbsent(given);
      if (ms >= settleMs) {
        expect(next).toEqual(
          refusal === null ? { step: "send" } : { step: "refuse", reason: refusal },
        );
      } else {
        expect(next.step).toBe("wait");
        if (next.step !== "wait") return;
        expect(msAfter(next.until)).toBeGreaterThan(0);
        expect(next.until.getTime()).toBeLessThanOrEqual(sentAt.getTime() + settleMs);
      }
    }),
  );
});

const ago = (ms: number) => new Date(now.getTime() - ms);
const request = { adapter: "isometric", state: "sent", error: null, sentAt: now } as const;
const manual = { ...request, adapter: "manual" } as const;

it("a request waits for a person when it was refused, its outcome is unknown, or it fails", () => {
  const problems = [
    request,
    { ...request, state: "written" as const, sentAt: null },
    { ...request, state: "confirmed" as const, error: "earlier" },
    { ...request, state: "refused" as const, error: "no such organization" },
    { ...request, state: "unknown" as const },
    { ...request, error: "unavailable" },
    { ...request, state: "written" as const, error: "unavailable" },
  ].map((one) => problemOf(one, now));
  expect(problems).toEqual([null, null, null, "refused", "unknown", "failing", "failing"]);
});

it("a request made by hand waits for a person when no export has confirmed it for two weeks", () => {
  const problems = [
    { ...manual, sentAt: ago(UNCONFIRMED_MS) },
    { ...manual, sentAt: ago(UNCONFIRMED_MS + 1) },
    { ...manual, state: "written" as const, sentAt: null },
    { ...manual, state: "refused" as const, error: "returned", sentAt: ago(UNCONFIRMED_MS + 1) },
  ].map((one) => problemOf(one, now));
  expect(problems).toEqual([null, "unconfirmed", null, null]);
});
