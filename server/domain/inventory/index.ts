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
export { type ReadLot, receiveLots, serialForm } from "./lot-store";
export { getLot, listLots, listRetirementsOfLot } from "./lots";
export { planLots } from "./plan-lots";
export { findPlans, getPortfolioPreview } from "./portfolio-plans";
export { recallRetired, rememberRetired } from "./retired-store";
export { CreditLotEntry, LotDecision } from "./schema";
export { MAX_SERIAL_LENGTH } from "./serial-format-rules";
export {
  kgPerSerial,
  narrowSerialRange,
  overlappingPairs,
  parseSerialRange,
  type SerialForm,
  type SerialRange,
  SerialRangeError,
} from "./serial-rules";
export {
  findLeftKg,
  findSellableKg,
  listProjectStock,
  listStock,
  listStockFilters,
  sumOfAccounts,
} from "./stock";
export {
  listStoppedLots,
  removeLot,
  resumeLot,
  type StoppedLot,
  stillInLot,
  stopLot,
} from "./stopped-lots";
export type { InventoryTables } from "./tables";
export { keepTotals } from "./totals";
export { coverPeriod, type Period, type Piece, type RetiredPart, type Span } from "./totals-rules";
export { withdrawSerials } from "./withdrawals";
