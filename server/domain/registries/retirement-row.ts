import type { SerialRange } from "#domain/inventory";
import type { Registry } from "./registry-keys";

/** A row of a registry's export about credits that are retired or cancelled there. */
export interface RegistryRetirementRow {
  registry: Registry;
  /** Verra's export does not separate the two: its rows are `retired`. */
  kind: "retired" | "cancelled";
  /** Null where the export has no serials, as Isometric's. */
  serials: SerialRange | null;
  quantityKg: number | null;
  /** As YYYY-MM-DD. */
  retiredOn: string | null;
  /** Null if empty, or hidden by the registry ("Not public", "Not Disclosed"). */
  beneficiary: string | null;
  /** The registry's category, such as "Environmental Benefit". */
  reason: string | null;
  /** Free text of the account that retired, which often repeats the beneficiary. */
  note: string | null;
  reference: string | null;
  url: string | null;
  /** As in the `registryId` of a project. */
  projectRegistryId: string | null;
  vintageYear: number | null;
  /** First line of the row in the file, from 1. */
  rowNumber: number;
}

/** With the name of the file. */
export interface FileRetirementRow extends RegistryRetirementRow {
  file: string;
}
