import type { FileRetirementRow } from "#domain/registries";
import type { ConfirmationReason, EvidenceRow, LotStretch } from "./match-evidence-types";
import { comparableText } from "./text-rules";

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
