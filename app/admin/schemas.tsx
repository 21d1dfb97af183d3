// All schemas of forms. A form loads this file when someone enters it, and none other that contains
// zod, so that browsers have zod once.
export {
  apiKeyForm,
  StockTermsForm,
  SuspendAccount,
  TypedTerms,
  UpdateAccount,
  UpdateSubaccount,
} from "#schemas/accounts";
export { SetBrand } from "#schemas/brands";
export {
  CreatePortfolio,
  EmissionFactorForm,
  pricesForm,
} from "#schemas/catalogue";
export { SendTestCallback } from "#schemas/events";
export {
  IncidentDecision,
  Invalidation,
  PolicyChange,
  RemedyChoice,
  RetirementCorrection,
  RetirementWithdrawal,
} from "#schemas/evidence";
export { SetImpactPage } from "#schemas/impact";
export { LotCostForm, LotDecision } from "#schemas/inventory";
export { SetMerchantProfile } from "#schemas/merchants";
export {
  AcceptInvitation,
  ChangeEmail,
  ChangePassword,
  EnableTotp,
  InviteFirstOwner,
  InvitePerson,
  LogIn,
  OpenAccountForm,
  RequestPasswordReset,
  ResetPassword,
} from "#schemas/people";
export { WriteWebhookEndpoint } from "#schemas/webhooks";
export {
  EraseCustomer,
  ExchangeRate,
  LinkTerms,
  NewLinkTerms,
  RatesFile,
  SetBillingProfile,
  SetIssuer,
  TypedAdjustment,
  TypedBilledProfile,
  TypedCredit,
  TypedDeposit,
  TypedPayment,
} from "#screens/schemas";
export { CategoryForm, PortfolioForm } from "#ui/admin/catalogue-schemas";
export {
  Access,
  Code,
  DefaultPortfolio,
  Overlap,
  PasskeyName,
  Password,
  Reason,
  Removal,
  receivedIn,
  refundIn,
  rejectedIn,
  SessionTerms,
  Since,
  SubaccountPortfolio,
  TypedRetirement,
} from "#ui/admin/form-schemas";
export { orderTermsIn } from "./[account]/[mode]/orders/order-schema";
export {
  placementOf,
  placementSchema,
} from "./operator/[mode]/catalogue/projects/[id]/placement-terms";
