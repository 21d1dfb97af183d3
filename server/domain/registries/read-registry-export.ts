// The way into the readers of the registries' CSV exports: one function for all registries.
import { readGoldStandardExport } from "./gold-standard-export";
import { readIsometricExport } from "./isometric-export";
import type { RegistryExport } from "./registry-export";
import { readVerraExport } from "./verra-export";

const readers = {
  verra: readVerraExport,
  "gold-standard": readGoldStandardExport,
  isometric: readIsometricExport,
} as const;

export type Registry = keyof typeof readers;

/** The registries whose exports can be read. */
export const registries = Object.keys(readers) as readonly Registry[];

/**
 * Reads the text of any of the registry's own CSV exports: which one it is, is told by its header.
 * Never throws for what the file holds: everything malformed is in `problems`, by line.
 */
export function readRegistryExport(registry: Registry, text: string): RegistryExport {
  return readers[registry](text);
}
