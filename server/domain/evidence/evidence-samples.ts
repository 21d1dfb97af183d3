// Rows and lots for the tests of matching.
import type { EvidenceLot, EvidenceRow } from "./match-evidence-types";
import { unitRuns } from "./unit-runs-rules";

export const POOL = "customers of Northly";
const at = new Date("2026-11-01T00:00:00Z");

/** A row of an export; only `facts` differ from a plain one. */
export function rowOf(facts: Partial<EvidenceRow>): EvidenceRow {
  const row = {
    kind: "retired",
    quantityKg: null,
    retiredOn: "2026-11-03",
    beneficiary: null,
    projectRegistryId: "VCS 123",
    vintageYear: 2020,
    pieces: null,
    ...facts,
  } as const;
  return { ...row, key: JSON.stringify(row) };
}

export const piece = (startKg: number, endKg: number) => [{ lotId: "lot", startKg, endKg }];

/** A lot whose first kg are sold to these beneficiaries. */
export function lotOf(
  sold: [beneficiary: string, kg: number][],
  { unitKg = 1000, quantityKg = 10_000, ...rest }: Partial<Record<string, number>> = {},
  facts: Partial<EvidenceLot> = {},
): EvidenceLot {
  let startKg = 0;
  const allocations = sold.map(([beneficiary, kg]) => {
    const one = { startKg, endKg: startKg + kg, beneficiary, allocatedAt: at };
    startKg = one.endKg;
    return one;
  });
  const runs = unitRuns({ unitKg, stretches: [{ startKg: 0, endKg: quantityKg }], allocations });
  const touchedEndKg = Math.ceil(startKg / unitKg) * unitKg;
  const lists = { evidence: [], requests: [], incidents: [] };
  return { id: "lot", isRemoved: false, touchedEndKg, runs, ...lists, ...rest, ...facts };
}
