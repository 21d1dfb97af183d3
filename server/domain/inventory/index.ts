// Credit lots: what is in stock, how it is shared out, and what was retired. The only way in.
export {
  allocate,
  type CategoryPlan,
  drawFromLots,
  type OpenLot,
  splitByLargestRemainder,
} from "./allocation-rules";
export { checkNames, NAMES } from "./check-names";
export {
  findRetiredSerials,
  type RetiredSerials,
  type SerialStanding,
} from "./find-retired-serials";
export { getPortfolioPreview } from "./get-portfolio-preview";
export { type CatalogueImport, importCatalogueFile } from "./import-catalogue-file";
export { importRegistryExport, type RegistryImport } from "./import-registry-export";
export { createImport, startImport, startLedgerCheck, stopTask } from "./imports";
export { listStock, listStockFilters } from "./list-stock";
export { listRetirementsOfLot } from "./lot-retirements";
export { serialForm } from "./lot-store";
export { getLot, listLots } from "./lots";
export { findPlans } from "./plan-store";
export { findLeftKg, findSellableKg, listProjectStock, sumOfAccounts } from "./project-stock";
export { type Registry, registries } from "./read-registry-export";
export { runImport } from "./run-import";
export { LotDecision } from "./schema";
export { MAX_SERIAL_LENGTH } from "./serial-query-rules";
export { narrowSerialRange, type SerialForm, SerialRangeError } from "./serial-rules";
export {
  listStoppedLots,
  removeLot,
  resumeLot,
  type StoppedLot,
  stillInLot,
  stopLot,
} from "./stopped-lots";
export type { InventoryTables } from "./tables";
export { getTask, ImportPayload, LedgerCheckPayload, listTasks } from "./task-jobs";
export {
  type ImportKind,
  MAX_IMPORT_BYTES,
  MAX_TOLD,
  problemReport,
  type Task,
  type TaskReport,
} from "./task-rules";
export { keepTotals } from "./totals";
export { coverPeriod, type Period, type Piece, type RetiredPart, type Span } from "./totals-rules";
