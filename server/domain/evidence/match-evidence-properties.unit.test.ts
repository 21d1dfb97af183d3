import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lotOf, POOL, piece, rowOf } from "./evidence-samples";
import { matchEvidence } from "./match-evidence-rules";
import type { EvidenceMatchInput, EvidenceOutcome } from "./match-evidence-types";
import { isSameText } from "./text-rules";

const UNIT = 10;
const UNITS = 12;
const aligned = fc
  .tuple(fc.nat(UNITS - 1), fc.integer({ min: 1, max: 6 }))
  .map(([start, length]) => piece(start * UNIT, Math.min(start + length, UNITS) * UNIT));
const anyRow = fc
  .record({
    kind: fc.constantFrom("retired", "retired", "retired", "cancelled"),
    beneficiary: fc.constantFrom("A", "b", POOL, "Zoe", null),
    retiredOn: fc.constantFrom("2026-11-03", "2026-11-03", null),
    quantityKg: fc.constantFrom(20, 30),
    pieces: fc.option(aligned, { nil: null, freq: 4 }),
  })
  .map(rowOf);

const units = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => (from + index) * UNIT);

/** A record of these kg whose beneficiary no row names. */
const recordOf = ({ startKg, endKg }: { startKg: number; endKg: number }) => ({
  ...{ startKg, endKg, kind: "retired" as const, retiredOn: "2026-11-03", beneficiary: "Recorded" },
});

const anyInput: fc.Arbitrary<EvidenceMatchInput> = fc
  .record({
    sold: fc.array(fc.tuple(fc.constantFrom("A", "B"), fc.integer({ min: 1, max: 35 })), {
      maxLength: 6,
    }),
    rows: fc.array(anyRow, { maxLength: 7 }),
    evidence: fc.uniqueArray(fc.nat(UNITS - 1), { maxLength: 2 }),
    requested: fc.uniqueArray(fc.nat(UNITS - 1), { maxLength: 3 }),
    candidates: fc.array(fc.constantFrom(20, 30), { maxLength: 3 }),
    timing: fc.constantFrom("after_sale", "before_sale"),
  })
  .map(({ sold, rows, evidence, requested, candidates, timing }) => {
    const quantityKg = UNIT * UNITS;
    let left = quantityKg;
    const fitting = sold.flatMap(([name, kg]): [string, number][] => {
      const part = Math.min(kg, left);
      left -= part;
      return part > 0 ? [[name, part]] : [];
    });
    const lot = lotOf(fitting, { unitKg: UNIT, quantityKg });
    const unit = (startKg: number) => ({ startKg, endKg: startKg + UNIT });
    const all = units(UNITS, 0).map(unit);
    const requests = all
      .filter((_, index) => requested.includes(index) && !evidence.includes(index))
      .filter(({ endKg }) => endKg <= lot.touchedEndKg)
      .map((one) => ({ ...one, requestId: `rrq_${one.startKg}`, beneficiary: "A", isPool: false }));
    return {
      rows,
      lots: [
        {
          ...lot,
          evidence: all.filter((_, index) => evidence.includes(index)).map(recordOf),
          requests,
        },
      ],
      now: new Date("2026-11-29T12:00:00Z"),
      candidates: candidates.map((kg, index) => ({
        requestId: `rrq_without_serials_${index}`,
        beneficiary: "A",
        isPool: false,
        projectRegistryId: "123",
        vintageYear: 2020,
        quantityKg: kg,
        allocatedOn: "2026-11-01",
        items: [{ lotId: `other ${index}`, startKg: 0, endKg: kg }],
      })),
      waitingRows: new Map(),
      policy: { poolText: POOL, timing },
    };
  });

const kgOf = ({ startKg, endKg }: { startKg: number; endKg: number }) =>
  Array.from({ length: endKg - startKg }, (_, index) => startKg + index);
const onLot = (outcomes: EvidenceOutcome[]) =>
  outcomes.flatMap((one) => ("lotId" in one ? [one] : []));

/** The state after the outcomes were recorded. */
function recorded(input: EvidenceMatchInput, outcomes: EvidenceOutcome[]): EvidenceMatchInput {
  const [lot] = input.lots;
  if (!lot) return input;
  const pieces = onLot(outcomes);
  const evidence = pieces.filter(({ kind }) => kind === "evidence" || kind === "removal");
  const incidents = pieces
    .filter(({ kind }) => kind === "other_beneficiary" || kind === "needs_confirmation")
    .map(({ startKg, endKg, rowKey, kind }) => {
      return { startKg, endKg, rowKey, isOpen: true, isDispute: kind === "other_beneficiary" };
    });
  const waiting = outcomes.filter(({ kind }) => kind === "row_needs_confirmation");
  const proposed = new Set(
    waiting.map((one) => ("proposal" in one ? one.proposal.requestId : null)),
  );
  const counts = new Map<string, number>();
  for (const { row } of waiting) counts.set(row.key, (counts.get(row.key) ?? 0) + 1);
  const added = evidence.map(({ row, ...one }) => {
    const { kind, beneficiary, retiredOn } = row;
    return { ...one, kind, beneficiary, retiredOn: retiredOn ?? "" };
  });
  const covered = [...lot.evidence, ...added].sort((a, b) => a.startKg - b.startKg);
  return {
    ...input,
    lots: [{ ...lot, evidence: covered, incidents: [...lot.incidents, ...incidents] }],
    candidates: input.candidates.filter(({ requestId }) => !proposed.has(requestId)),
    waitingRows: counts,
  };
}

describe("any export", () => {
  it("gives each kg that it names exactly one outcome, in whole units", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const pieces = onLot(matchEvidence(input));
        const named = new Set(input.rows.flatMap(({ pieces }) => (pieces ?? []).flatMap(kgOf)));
        expect(pieces.flatMap(kgOf).sort((a, b) => a - b)).toEqual(
          [...named].sort((a, b) => a - b),
        );
        for (const { startKg, endKg } of pieces)
          expect([startKg % UNIT, endKg % UNIT]).toEqual([0, 0]);
        const rows = matchEvidence(input).length - pieces.length;
        expect(rows).toBe(input.rows.filter(({ pieces }) => pieces === null).length);
      }),
      { numRuns: 500 },
    );
  });

  it("has the same outcomes in any order of its rows", () => {
    const shuffled = anyInput.chain((input) =>
      fc
        .shuffledSubarray([...input.rows], { minLength: input.rows.length })
        .map((rows) => [input, { ...input, rows }] as const),
    );
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        const inOrder = (input: EvidenceMatchInput) =>
          matchEvidence(input)
            .map((outcome) => JSON.stringify(outcome))
            .sort();
        expect(inOrder(other)).toEqual(inOrder(one));
      }),
      { numRuns: 500 },
    );
  });

  it("changes nothing when it is imported again", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const again = matchEvidence(recorded(input, matchEvidence(input)));
        const kinds = new Set(again.map(({ kind }) => kind));
        for (const kind of kinds)
          expect(["known", "differs", "row_known", "row_unrelated"]).toContain(kind);
      }),
      { numRuns: 500 },
    );
  });

  it("becomes evidence only with a date and a beneficiary that is true for every kg", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const [lot] = input.lots;
        for (const one of matchEvidence(input)) {
          if (one.kind !== "evidence" || !lot) continue;
          const { kind, retiredOn, beneficiary } = one.row;
          expect([kind, typeof retiredOn]).toEqual(["retired", "string"]);
          for (const kg of kgOf(one)) {
            const inside = (stretch: { startKg: number; endKg: number }) =>
              stretch.startKg <= kg && kg < stretch.endKg;
            const run = lot.runs.find(inside);
            const trueNames = [
              POOL,
              lot.requests.find(inside)?.beneficiary,
              run?.isFull ? run.beneficiary : null,
            ];
            expect(trueNames.some((name) => name && isSameText(name, beneficiary ?? ""))).toBe(
              true,
            );
            expect(lot.evidence.some(inside)).toBe(false);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
