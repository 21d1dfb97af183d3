// What comes in: registries' exports and catalogue files, read, previewed, and taken into catalogue and stock.
export { type CatalogueImport, importCatalogueFile } from "./import-catalogue-file";
export { importRegistryExport, type RegistryImport } from "./import-registry-export";
export { createImport, startImport, startLedgerCheck, stopTask } from "./imports";
export { type Registry, registries } from "./read-registry-export";
export { runImport } from "./run-import";
export { getTask, ImportPayload, LedgerCheckPayload, listTasks } from "./task-jobs";
export {
  type ImportKind,
  MAX_IMPORT_BYTES,
  MAX_TOLD,
  problemReport,
  type Task,
  type TaskReport,
} from "./task-rules";
