import type { WorkPlace } from "./due-items";
import type { WorklistBlock } from "./worklist";

/** Columns of the worklist as a table for spreadsheets. */
export const worklistColumns = {
  registry: (block: WorklistBlock) => block.registry,
  project_registry_id: (block) => block.projectRegistryId,
  project: (block) => block.projectName,
  vintage_year: (block) => block.vintageYear,
  serial_number_range: (block) => block.serialNumberRange,
  quantity_kg: (block) => block.quantityKg,
  quantity_tonnes: (block) => block.quantityKg / 1000,
  beneficiary: (block) => block.beneficiary,
  is_pool_text: (block) => (block.isPool ? "yes" : "no"),
  note: (block) => block.note,
  reference: (block) => block.reference,
  retire_by: (block) => block.retireBy.toISOString().slice(0, 10),
  is_overdue: (block) => (block.isOverdue ? "yes" : "no"),
} as const satisfies Record<string, (block: WorklistBlock) => string | number | null>;

/** A place as a text for addresses. Ids of lots may contain any character. */
export function writeWorkPlace({ lotId, kg }: WorkPlace): string {
  return `${kg} ${lotId}`;
}

/** Reads what `writeWorkPlace` wrote; null for the start, also if it is malformed. */
export function parseWorkPlace(text: string | null): WorkPlace | null {
  const { kg, lotId } = /^(?<kg>\d{1,16}) (?<lotId>.+)$/s.exec(text ?? "")?.groups ?? {};
  return kg === undefined || lotId === undefined ? null : { kg: Number(kg), lotId };
}
