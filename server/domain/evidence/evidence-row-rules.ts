import type { FileRetirementRow } from "#domain/registries";
import type {
  ConfirmationReason,
  EvidenceCandidate,
  EvidenceMatchInput,
  EvidenceOutcome,
  EvidenceRow,
  LotStretch,
} from "./match-evidence-types";
import { comparableText, isSameText } from "./text-rules";

/** A row as an incident stores it: what the operator compares with our allocations. */
export interface IncidentRow {
  key: string;
  /** File and line. */
  place: string;
  kind: "retired" | "cancelled";
  serials: string | null;
  quantityKg: number | null;
  retiredOn: string | null;
  beneficiary: string | null;
  reason: string | null;
  note: string | null;
  reference: string | null;
  url: string | null;
  projectRegistryId: string | null;
  vintageYear: number | null;
  /** Set if the row waits for confirmation. */
  waitsFor?: ConfirmationReason;
  /** Set if an operator entered it. */
  source?: "operator";
}

const comparable = (text: string | null) => text && comparableText(text);

/** Key of the row's facts: equal in every export that has the row. */
export function rowKeyOf(row: FileRetirementRow): string {
  const { registry, kind, serials, quantityKg, retiredOn, projectRegistryId, vintageYear } = row;
  const numbers = serials && "first" in serials ? [serials.first, serials.last] : [];
  const block = serials && "first" in serials ? serials.blockKey : serials?.range;
  const copy = [row.beneficiary, row.reason, row.note, row.reference].map(comparable);
  const facts = [registry, kind, block ?? null, ...numbers, quantityKg, retiredOn];
  return JSON.stringify([...facts, ...copy, projectRegistryId, vintageYear]);
}

/** The row with the kg of our lots that it names. */
export function toEvidenceRow(
  row: FileRetirementRow,
  pieces: readonly LotStretch[] | null,
): EvidenceRow {
  const { kind, quantityKg, retiredOn, beneficiary, projectRegistryId, vintageYear } = row;
  const facts = { kind, quantityKg, retiredOn, projectRegistryId, vintageYear };
  const name = beneficiary?.trim() ? beneficiary.trim() : null;
  return { ...facts, key: rowKeyOf(row), beneficiary: name, pieces };
}

export function toIncidentRow(row: FileRetirementRow, key: string): IncidentRow {
  const { file, rowNumber, serials, registry: _, ...facts } = row;
  return { ...facts, key, place: `${file}, line ${rowNumber}`, serials: serials?.range ?? null };
}

/** Registries write one project as "VCS1234", "1234" or "VCS 1234". */
function isSameProject(a: string, b: string): boolean {
  const digits = (text: string) => text.replace(/\D/g, "");
  if (isSameText(a, b)) return true;
  const isPlain = digits(a) === a || digits(b) === b;
  return isPlain && digits(a) !== "" && digits(a) === digits(b);
}

/** Nothing in the row contradicts the candidate, and more than the quantity speaks for it. */
function fits(row: EvidenceRow, candidate: EvidenceCandidate): boolean {
  const { projectRegistryId: project, vintageYear, beneficiary, retiredOn } = row;
  const isProject =
    project === null || candidate.projectRegistryId === null
      ? null
      : isSameProject(project, candidate.projectRegistryId);
  const isBeneficiary =
    beneficiary === null ? null : isSameText(beneficiary, candidate.beneficiary);
  return (
    row.kind === "retired" &&
    row.quantityKg === candidate.quantityKg &&
    (vintageYear === null || vintageYear === candidate.vintageYear) &&
    (retiredOn === null || retiredOn >= candidate.allocatedOn) &&
    isProject !== false &&
    isBeneficiary !== false &&
    (isProject !== null || isBeneficiary !== null)
  );
}

function isFree({ items }: EvidenceCandidate, used: ReadonlyMap<string, LotStretch[]>): boolean {
  return items.every(({ lotId, startKg, endKg }) =>
    (used.get(lotId) ?? []).every((one) => one.endKg <= startKg || endKg <= one.startKg),
  );
}

/**
 * Proposes a candidate for each row without serials, and each candidate once. Candidates with kg
 * that other rows name by serial (`used`) are left out. Equal rows are
 * counted: as many as were imported before are known.
 */
export function matchRowsWithoutSerials(
  input: EvidenceMatchInput,
  used: readonly LotStretch[],
): EvidenceOutcome[] {
  const waiting = new Map(input.waitingRows);
  const usedByLot = Map.groupBy(used, ({ lotId }) => lotId);
  const candidates = new Set(input.candidates.filter((one) => isFree(one, usedByLot)));
  const rows = input.rows.filter(({ pieces }) => pieces === null);
  return rows
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map((row): EvidenceOutcome => {
      const known = waiting.get(row.key) ?? 0;
      if (known > 0) {
        waiting.set(row.key, known - 1);
        return { kind: "row_known", row };
      }
      const candidate = [...candidates].find((one) => fits(row, one));
      if (!candidate) return { kind: "row_unrelated", row };
      candidates.delete(candidate);
      const { requestId, beneficiary, isPool, items } = candidate;
      const proposal = { requestId, beneficiary, isPool, items };
      return { kind: "row_needs_confirmation", row, reason: "no_serials", proposal };
    });
}
