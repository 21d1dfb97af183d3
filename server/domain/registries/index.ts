export { type CatalogueImport, importCatalogueFile } from "./catalogue-file";
export type { EvidenceReport, RecordEvidence } from "./evidence-report";
export { decodeExport } from "./export-text";
export { parseHoldingsMapping } from "./holdings-mapping";
export { importRegistryExport, type RegistryImport } from "./import-registry-export";
export { readRetirements } from "./read-retirements";
export { readyMappings } from "./ready-mappings";
export { type Registry, registries } from "./registry-keys";
export type { FileRetirementRow, RegistryRetirementRow } from "./retirement-row";
export { runImport } from "./run-import";
export {
  type ImportKind,
  MAX_IMPORT_BYTES,
  MAX_REPORTED,
  problemReport,
  type Task,
  type TaskReport,
} from "./task";
export {
  createImport,
  getTask,
  ImportPayload,
  LedgerCheckPayload,
  listTasks,
  startImport,
  startLedgerCheck,
  stopTask,
} from "./tasks";
