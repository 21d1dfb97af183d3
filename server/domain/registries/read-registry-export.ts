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

export const registries = Object.keys(readers) as readonly Registry[];

/**
 * Reads any of the registry's CSV exports, recognized by its header. Never throws for malformed
 * content, which is in `problems` by line.
 */
export function readRegistryExport(registry: Registry, text: string): RegistryExport {
  return readers[registry](text);
}
