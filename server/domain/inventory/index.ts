// Credit lots: what is in stock, how it is shared out, and what was retired. The only way in.
export {
  allocate,
  type CategoryPlan,
  drawFromLots,
  type OpenLot,
  splitByLargestRemainder,
} from "./allocation-rules";
export { checkLedger, ledgerInvariants } from "./check-ledger";
export { findLeftKg } from "./find-left-kg";
export {
  findRetiredSerials,
  type RetiredSerials,
  type SerialStanding,
} from "./find-retired-serials";
export { getLot } from "./get-lot";
export { getPortfolioPreview } from "./get-portfolio-preview";
export { getRetiredHistory } from "./get-retired-history";
export { type CatalogueImport, importCatalogueFile } from "./import-catalogue-file";
export { importRegistryExport, type RegistryImport } from "./import-registry-export";
export { keepTotals } from "./keep-totals";
export { listLots } from "./list-lots";
export { listRetired } from "./list-retired";
export { listRetiredOfProject } from "./list-retired-of-project";
export { listRetirementsOfLot } from "./list-retirements-of-lot";
export { listStock } from "./list-stock";
export { listStockFilters } from "./list-stock-filters";
export { type Registry, registries } from "./read-registry-export";
export { MAX_SERIAL_LENGTH } from "./serial-query-rules";
export { narrowSerialRange } from "./serial-rules";
export type { RetiredKg } from "./totals-store";
