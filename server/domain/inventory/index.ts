// Credit lots: what is in stock, how it is shared out, and what was retired. The only way in.
export {
  allocate,
  type CategoryPlan,
  drawFromLots,
  type OpenLot,
  splitByLargestRemainder,
} from "./allocation-rules";
export { checkLedger, ledgerInvariants } from "./check-ledger";
export { claimTask } from "./claim-task";
export { createImport } from "./create-import";
export { endTask } from "./end-task";
export { findLeftKg } from "./find-left-kg";
export {
  findRetiredSerials,
  type RetiredSerials,
  type SerialStanding,
} from "./find-retired-serials";
export { findSellableKg } from "./find-sellable-kg";
export { getLot } from "./get-lot";
export { getPortfolioPreview } from "./get-portfolio-preview";
export { getRetiredHistory } from "./get-retired-history";
export { getTask } from "./get-task";
export { getTaskBacklog } from "./get-task-backlog";
export { type CatalogueImport, importCatalogueFile } from "./import-catalogue-file";
export { importRegistryExport, type RegistryImport } from "./import-registry-export";
export { keepTotals } from "./keep-totals";
export { listLots } from "./list-lots";
export { listProjectStock } from "./list-project-stock";
export { listRetired } from "./list-retired";
export { listRetiredOfAccounts } from "./list-retired-of-accounts";
export { listRetiredOfProject } from "./list-retired-of-project";
export { listRetirementsOfLot } from "./list-retirements-of-lot";
export { listStock } from "./list-stock";
export { listStockFilters } from "./list-stock-filters";
export { listTaskFiles } from "./list-task-files";
export { listTasks } from "./list-tasks";
export type { StoppedLot } from "./lot-state-store";
export { serialForm } from "./lot-store";
export { noteTaskProgress } from "./note-task-progress";
export { findPlans } from "./plan-store";
export { type Registry, registries } from "./read-registry-export";
export { rebuildTotals, type TotalsReport } from "./rebuild-totals";
export { runImport } from "./run-import";
export { LotDecision } from "./schema";
export { MAX_SERIAL_LENGTH } from "./serial-query-rules";
export { narrowSerialRange, type SerialForm } from "./serial-rules";
export { startImport } from "./start-import";
export { startLedgerCheck } from "./start-ledger-check";
export {
  listStoppedLots,
  removeLot,
  resumeLot,
  stopLot,
} from "./stop-lots";
export { stopTask } from "./stop-task";
export type { InventoryTables } from "./tables";
export {
  type ImportKind,
  MAX_IMPORT_BYTES,
  MAX_TOLD,
  problemReport,
  type Task,
} from "./task-rules";
export type { ClaimedTask } from "./task-store";
export type { RetiredPart } from "./totals-rules";
export type { RetiredKg } from "./totals-store";
