export { type CatalogueImport, importCatalogueFile } from "./catalogue-file";
export {
  compareExports,
  type Drift,
  type DriftEntry,
  type DriftKind,
  type FindDrift,
} from "./compare-export";
export type { EvidenceInput, EvidenceReport, RecordEvidence } from "./evidence-report";
export type { FileRetirementRow, RegistryRetirementRow } from "./export-contents";
export { readExportFile } from "./export-text";
export { parseHoldingsMapping, readyMappings } from "./holdings-mapping";
export { importInSlices } from "./import-in-slices";
export type { RegistryImport } from "./import-registry-export";
export { MAX_REPORTED } from "./import-report";
export { ChosenLots } from "./new-lots";
export {
  getOperatorJob,
  type ImportKind,
  ImportPayload,
  type JobReport,
  LedgerCheckPayload,
  listOperatorJobs,
  MAX_IMPORT_BYTES,
  type OperatorJob,
  problemReport,
  stopOperatorJob,
} from "./operator-jobs";
export {
  type ExportPart,
  type ExportSummary,
  type OpenExports,
  type ReadExports,
  readExports,
  readRetirements,
} from "./read-exports";
export { type Registry, registries } from "./registry-identities";
export { runCatalogueImport, runExportImport, textOf } from "./run-import";
export { createImport, startComparison, startImport, startLedgerCheck } from "./start-jobs";
