// Schemas of forms of modules.
export { TypedAdjustment, TypedDeposit } from "#modules/billing/balances/schema";
export {
  RatesFile,
  SetBillingProfile,
  SetIssuer,
  TypedBilledProfile,
  TypedCredit,
  TypedPayment,
} from "#modules/billing/schema";
export { EraseCustomer } from "#modules/privacy/schema";
export { ExchangeRate } from "#schemas/tax";
export { LinkTerms, NewLinkTerms } from "./links/screens/link-terms";
