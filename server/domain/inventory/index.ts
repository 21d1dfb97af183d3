// Credit lots: what is in stock, how it is shared out, and what was retired. The only way in.
export {
  allocate,
  type CategoryPlan,
  drawFromLots,
  type OpenLot,
  splitByLargestRemainder,
} from "./allocation-rules";
export { checkNames, NAMES } from "./check-names";
export { claimTask } from "./claim-task";
export { createImport } from "./create-import";
export { endTask } from "./end-task";
export {
  findRetiredSerials,
  type RetiredSerials,
  type SerialStanding,
} from "./find-retired-serials";
export { getPortfolioPreview } from "./get-portfolio-preview";
export { getTask } from "./get-task";
export { getTaskBacklog } from "./get-task-backlog";
export { type CatalogueImport, importCatalogueFile } from "./import-catalogue-file";
export { importRegistryExport, type RegistryImport } from "./import-registry-export";
export { listStock, listStockFilters } from "./list-stock";
export { listTaskFiles } from "./list-task-files";
export { listTasks } from "./list-tasks";
export { listRetirementsOfLot } from "./lot-retirements";
export { serialForm } from "./lot-store";
export { getLot, listLots } from "./lots";
export { noteTaskProgress } from "./note-task-progress";
export { findPlans } from "./plan-store";
export { findLeftKg, findSellableKg, listProjectStock, sumOfAccounts } from "./project-stock";
export { type Registry, registries } from "./read-registry-export";
export { runImport } from "./run-import";
export { LotDecision } from "./schema";
export { MAX_SERIAL_LENGTH } from "./serial-query-rules";
export { narrowSerialRange, type SerialForm, SerialRangeError } from "./serial-rules";
export { startImport } from "./start-import";
export { startLedgerCheck } from "./start-ledger-check";
export { stopTask } from "./stop-task";
export {
  listStoppedLots,
  removeLot,
  resumeLot,
  type StoppedLot,
  stillInLot,
  stopLot,
} from "./stopped-lots";
export type { InventoryTables } from "./tables";
export {
  type ImportKind,
  MAX_IMPORT_BYTES,
  MAX_TOLD,
  problemReport,
  type Task,
} from "./task-rules";
export type { ClaimedTask } from "./task-store";
export { keepTotals } from "./totals";
export { coverPeriod, type Period, type Piece, type RetiredPart, type Span } from "./totals-rules";
