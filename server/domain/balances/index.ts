export {
  addReferencedEntry,
  chargeOrder,
  creditCancelledOrder,
  getBalance,
  listEntries,
  lockBalance,
  recordAdjustment,
  recordDeposit,
  setTaxRate,
  setTerms,
} from "./balances";
export { BalanceResource, toBalanceResource } from "./resource";
export { RecordAdjustment, RecordDeposit } from "./schema";
export type { BalanceTables } from "./tables";
