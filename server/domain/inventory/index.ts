export {
  disputedKg,
  type EvidenceKg,
  evidenceKg,
  latestRecord,
  liveRecords,
  registryStatus,
  retiredKg,
} from "./allocation-evidence";
export {
  allocate,
  type CategoryPlan,
  splitByLargestRemainder,
} from "./allocation-rules";
export { checkSerialNames, SERIAL_NAMES_CHECK } from "./check-serial-names";
export { averageCosts } from "./cost-rules";
export { cutLots } from "./cut-lots";
export { deleteLots } from "./delete-lots";
export { findStoppedRest, resumeDisputedRest, stopDisputedRests } from "./disputed-rests";
export { type Draw, drawFromLots, leftKg, type OpenLot } from "./draw-rules";
export { recountEvidence } from "./evidence-counters";
export { findLotsByText } from "./find-lots";
export {
  findRetiredSerials,
  type RetiredSerials,
  type SerialStatus,
} from "./find-retired-serials";
export { findCategoryCosts, setLotCost } from "./lot-costs";
export { analyzeStock, type ParsedLot, serialForm } from "./lot-store";
export { getLotSums } from "./lot-sums";
export { getLot, listLots, listRetirementsOfLot } from "./lots";
export { findMissingStock, type MissingStock } from "./missing-stock";
export { planLots } from "./plan-lots";
export { findPlans, getPortfolioPreview } from "./portfolio-plans";
export {
  type RegistryKey,
  registryKeyOf,
  registryKeys,
  registryLabelOf,
} from "./registry-keys-rules";
export { removeSerialNumbers, removeSerials } from "./remove-stretches";
export { findRetiredRanges, recordRetiredSerials, separateRetired } from "./retired-serials";
export {
  type Adjustment,
  adjustments,
  CreditLotEntry,
  costPerTonne,
  type EvidenceKind,
  evidenceKinds,
  LotDecision,
  LotLabel,
  type RegistryStatus,
  registryStatuses,
  SetLotCost,
} from "./schema";
export { MAX_SERIAL_LENGTH } from "./serial-format-rules";
export {
  kgPerSerial,
  narrowSerialRange,
  overlappingPairs,
  parseSerialRange,
  readNumbers,
  type SerialForm,
  type SerialRange,
  SerialRangeError,
} from "./serial-rules";
export { splitIncidents } from "./split-incidents";
export {
  findSellableKg,
  findUnsoldKg,
  listProjectStock,
  listStock,
  listStockFilters,
  sellable,
  sumRetiredByAccount,
} from "./stock";
export { removeRetiredSerials } from "./stock-removals";
export type { ProjectStock } from "./stock-rules";
export {
  listStoppedLots,
  removeLot,
  removeLots,
  resumeLot,
  type StoppedLot,
  stopLot,
  unsoldRetiredSerials,
} from "./stopped-lots";
export type { InventoryTables } from "./tables";
export {
  addRegistryRetiredTotals,
  addRetirementTotals,
  subtractRetirementTotals,
} from "./totals";
export { coverPeriod, type Period, type Piece, type RetiredPart, type Span } from "./totals-rules";
export { insertLots, type LotCounts, writeLots } from "./write-lots";
