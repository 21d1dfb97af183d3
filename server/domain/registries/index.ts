export { type CatalogueImport, importCatalogueFile } from "./catalogue-file";
export { ChosenLots } from "./chosen-lots";
export { compareExports } from "./compare-export";
export type {
  Drift,
  DriftEntry,
  DriftKind,
  FindDrift,
} from "./drift-report";
export type { EvidenceInput, EvidenceReport, RecordEvidence } from "./evidence-report";
export { readExportFile } from "./export-text";
export { parseHoldingsMapping } from "./holdings-mapping";
export { importInSlices } from "./import-in-slices";
export type { RegistryImport } from "./import-registry-export";
export {
  type ExportPart,
  type ExportSummary,
  type OpenExports,
  type ReadExports,
  readExports,
} from "./read-exports";
export { readRetirements } from "./read-retirements";
export { readyMappings } from "./ready-mappings";
export { type Registry, registries } from "./registry-keys";
export type { FileRetirementRow, RegistryRetirementRow } from "./retirement-row";
export { runCatalogueImport, runExportImport, textOf } from "./run-import";
export { createImport, startComparison, startImport, startLedgerCheck } from "./start-tasks";
export {
  type ImportKind,
  MAX_IMPORT_BYTES,
  MAX_REPORTED,
  problemReport,
  type Task,
  type TaskReport,
} from "./task";
export { getTask, ImportPayload, LedgerCheckPayload, listTasks, stopTask } from "./tasks";
