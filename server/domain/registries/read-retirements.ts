import { type FieldErrors, Problem } from "#core/errors";
import type { RefusedRow, RegistryExport } from "./export-contents";
import { type ReadingOptions, readRegistryExport } from "./read-registry-export";
import type { Registry } from "./registry-keys";
import type { FileRetirementRow } from "./retirement-row";

export interface ExportFile {
  name: string;
  text: string;
}

export interface ReadFile extends RegistryExport {
  name: string;
}

export interface ReadExportFiles extends ReadingOptions {
  registry: Registry;
  files: readonly ExportFile[];
}

/** Reads the files. @throws invalid-parameters if a file is no export of the registry */
export function readExportFiles({ registry, files, ...options }: ReadExportFiles): ReadFile[] {
  const read = files.map(({ name, text }) => ({
    name,
    ...readRegistryExport(registry, text, options),
  }));
  const errors: FieldErrors = {};
  for (const { name, fault } of read) {
    if (fault !== null) errors[`${name}, line 1`] = [fault];
  }
  if (Object.keys(errors).length === 0) return read;
  throw new Problem("invalid-parameters", { title: "A file cannot be read", errors });
}

export function retirementsOf(files: readonly ReadFile[]): FileRetirementRow[] {
  return files.flatMap(({ name, retirements }) =>
    retirements.map((row) => ({ ...row, file: name })),
  );
}

export interface Retirements {
  rows: FileRetirementRow[];
  /** Malformed rows. */
  refused: (RefusedRow & { file: string })[];
}

/**
 * Reads the retired and cancelled credits of a registry's exports; other rows are left out.
 * @throws invalid-parameters if a file is no export of the registry
 */
export function readRetirements(registry: Registry, files: readonly ExportFile[]): Retirements {
  const read = readExportFiles({ registry, files });
  const refused = read.flatMap(({ name, refused }) =>
    refused.filter(({ isMalformed }) => isMalformed).map((row) => ({ ...row, file: name })),
  );
  return { rows: retirementsOf(read), refused };
}
