export {
  chargeOrder,
  creditCancelledOrder,
  getBalance,
  listEntries,
  recordAdjustment,
  recordDeposit,
  setTerms,
} from "./balances";
export { BalanceResource, toBalanceResource } from "./resource";
export { RecordAdjustment, RecordDeposit, SetTerms } from "./schema";
export type { BalanceTables } from "./tables";
