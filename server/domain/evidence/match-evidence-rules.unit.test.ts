import { describe, expect, it } from "vitest";
import { lotOf, POOL, piece, rowOf } from "./evidence-samples";
import { matchEvidence } from "./match-evidence-rules";
import type { EvidenceMatchInput, EvidenceOutcome, EvidenceRow } from "./match-evidence-types";

const policy = { poolText: POOL, timing: "after_sale" } as const;

function match(input: Partial<EvidenceMatchInput>): EvidenceOutcome[] {
  const empty = { rows: [], lots: [], candidates: [], waitingRows: new Map() };
  return matchEvidence({ ...empty, policy, now: new Date("2026-11-29T12:00:00Z"), ...input });
}

function summary(outcomes: EvidenceOutcome[]) {
  return outcomes.map((one) =>
    "lotId" in one
      ? [one.kind, one.startKg, one.endKg, ...("reason" in one ? [one.reason] : [])]
      : [one.kind],
  );
}

describe("an exported row", () => {
  const lot = lotOf([
    ["Ada", 2000],
    ["Bo", 500],
    ["Ada", 500],
    ["Ada", 400],
  ]);

  it("is evidence only for tonnes of its own beneficiary, and an incident for the others", () => {
    const rows = [rowOf({ beneficiary: " ada", pieces: piece(0, 3000) })];
    expect(summary(match({ rows, lots: [lot] }))).toEqual([
      ["evidence", 0, 2000],
      ["other_beneficiary", 2000, 3000],
    ]);
  });

  it("under the pool text is evidence for any tonne that an order has touched", () => {
    const rows = [rowOf({ beneficiary: POOL.toUpperCase(), pieces: piece(0, 4000) })];
    const outcomes = match({ rows, lots: [lot] });
    expect(summary(outcomes)).toEqual([["evidence", 0, 4000]]);
    expect(outcomes[0]).toMatchObject({ isPool: true });
  });

  it("waits for an operator if it names the only customer of a tonne that is partly for sale", () => {
    const rows = [rowOf({ beneficiary: "Ada", pieces: piece(3000, 4000) })];
    expect(summary(match({ rows, lots: [lot] }))).toEqual([
      ["needs_confirmation", 3000, 4000, "rest_for_sale"],
    ]);
  });

  it("without a beneficiary or a date, or as a cancellation, is never evidence by itself", () => {
    const waits = (facts: Partial<EvidenceRow>) =>
      summary(match({ rows: [rowOf({ pieces: piece(0, 1000), ...facts })], lots: [lot] }));
    expect(waits({})).toEqual([["needs_confirmation", 0, 1000, "no_beneficiary"]]);
    expect(waits({ beneficiary: "Ada", retiredOn: null })).toEqual([
      ["needs_confirmation", 0, 1000, "no_date"],
    ]);
    expect(waits({ beneficiary: "Ada", kind: "cancelled" })).toEqual([
      ["needs_confirmation", 0, 1000, "cancelled"],
    ]);
  });

  it("removes unsold tonnes from stock, unless they were retired for the pool in advance", () => {
    const rows = [
      rowOf({ beneficiary: "Zoe", pieces: piece(4000, 6000) }),
      rowOf({ beneficiary: POOL, pieces: piece(6000, 7000) }),
      rowOf({ pieces: piece(7000, 8000) }),
    ];
    expect(summary(match({ rows, lots: [lot] }))).toEqual([
      ["removal", 4000, 6000],
      ["evidence", 6000, 7000],
      ["removal", 7000, 8000],
    ]);
    const before = { ...policy, timing: "before_sale" } as const;
    expect(summary(match({ rows, lots: [lot], policy: before })).at(-1)).toEqual([
      "needs_confirmation",
      7000,
      8000,
      "no_beneficiary",
    ]);
  });

  it("waits while the tonnes are in dispute, or another row contradicts it", () => {
    const rows = [rowOf({ beneficiary: "Ada", pieces: piece(0, 1000) })];
    const kg = { startKg: 0, endKg: 1000 };
    const dispute = { ...kg, rowKey: "earlier", isOpen: true, isDispute: true };
    const disputed = lotOf([["Ada", 1000]], {}, { incidents: [dispute] });
    expect(summary(match({ rows, lots: [disputed] }))).toEqual([
      ["needs_confirmation", 0, 1000, "in_dispute"],
    ]);
    const contradicting = [...rows, rowOf({ beneficiary: "Zoe", pieces: piece(0, 2000) })];
    expect(summary(match({ rows: contradicting, lots: [lot] }))).toEqual([
      ["needs_confirmation", 0, 1000, "rows_differ"],
      ["other_beneficiary", 1000, 2000],
    ]);
  });

  it("that was decided with another is decided; one that waits with another may be corrected", () => {
    const ada = rowOf({ beneficiary: "Ada", pieces: piece(0, 1000) });
    const zoe = rowOf({ beneficiary: "Zoe", pieces: piece(0, 1000) });
    const rowKey = [ada.key, zoe.key].toSorted().join("\n");
    const outcomesAfter = (isOpen: boolean, row: EvidenceRow) => {
      const both = { startKg: 0, endKg: 1000, rowKey, isOpen, isDispute: false };
      const lots = [lotOf([["Ada", 1000]], {}, { incidents: [both] })];
      return match({ rows: [row], lots }).map(({ kind }) => kind);
    };
    expect(outcomesAfter(false, zoe)).toEqual(["known"]);
    expect(outcomesAfter(true, zoe)).toEqual(["other_beneficiary"]);
    expect(outcomesAfter(true, ada)).toEqual(["evidence"]);
  });
});

describe("a row without serials", () => {
  const candidate = {
    requestId: "rrq_1",
    beneficiary: "Ada",
    isPool: false,
    projectRegistryId: "123",
    vintageYear: 2020,
    quantityKg: 2000,
    allocatedOn: "2026-11-01",
    items: piece(0, 2000),
  };

  it("is proposed for the request with its project, vintage and quantity, and waits", () => {
    const rows = [rowOf({ quantityKg: 2000 }), rowOf({ quantityKg: 3000 })];
    const outcomes = match({ rows, candidates: [candidate] });
    expect(outcomes.map(({ kind }) => kind)).toEqual(["row_needs_confirmation", "row_unrelated"]);
    expect(outcomes[0]).toMatchObject({ proposal: { requestId: "rrq_1" } });
  });

  it.each([
    ["another beneficiary", { beneficiary: "Zoe" }],
    ["another project", { projectRegistryId: "VCS 124" }],
    ["another vintage", { vintageYear: 2021 }],
    ["a date before the sale", { retiredOn: "2026-10-31" }],
    ["a cancellation", { kind: "cancelled" }],
    ["only a quantity", { projectRegistryId: null }],
  ] as const)("is not proposed if it has %s", (_, facts) => {
    const rows = [rowOf({ quantityKg: 2000, ...facts })];
    const outcomes = match({ rows, candidates: [candidate] });
    expect(outcomes.map(({ kind }) => kind)).toEqual(["row_unrelated"]);
  });
});
