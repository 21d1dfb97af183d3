import type { EvidenceReport } from "./evidence-report";

/** The consequences of all slices; null if there were none. `orders` are counted once. */
export function joinEvidence(
  slices: readonly { evidence: EvidenceReport | null }[],
  orders: number,
): EvidenceReport | null {
  const reports = slices.flatMap(({ evidence }) => evidence ?? []);
  if (reports.length === 0) return null;
  const sum = (of: (report: EvidenceReport) => number) =>
    reports.reduce((total, report) => total + of(report), 0);
  return {
    retirements: sum(({ retirements }) => retirements),
    retiredKg: sum(({ retiredKg }) => retiredKg),
    orders,
    incidents: sum(({ incidents }) => incidents),
    incidentKg: sum(({ incidentKg }) => incidentKg),
    confirmations: sum(({ confirmations }) => confirmations),
    knownRows: sum(({ knownRows }) => knownRows),
    differingRows: sum(({ differingRows }) => differingRows),
    unrelatedRows: sum(({ unrelatedRows }) => unrelatedRows),
    changed: reports.some(({ changed }) => changed),
  };
}
