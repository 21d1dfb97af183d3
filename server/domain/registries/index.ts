export { type CatalogueImport, importCatalogueFile } from "./catalogue-file";
export { importRegistryExport, type RegistryImport } from "./import-registry-export";
export { type Registry, registries } from "./read-registry-export";
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
