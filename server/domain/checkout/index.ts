export { unnamedCustomer } from "./apply-transition";
export { checkPayments, paymentInvariants } from "./check-payments";
export { dismissFailedRefund, dismissWarning, recordOtherRefund } from "./disputes";
export { type CheckoutPage, getCheckoutPage } from "./get-checkout-page";
export { customerMails, sessionMail } from "./mails";
export { listManualPayments, settleManualPayment } from "./manual-settlement";
export { merchantMails } from "./merchant-mails";
export {
  listAllPayments,
  listPaymentsToResolve,
  listPaymentTasks,
  type OperatorPayment,
} from "./operator-payments";
export { type Customer, confirmPayment, payCheckoutSession } from "./pay";
export { moveHeldStock } from "./payment-holds";
export {
  type CheckoutBlocker,
  type FormRules,
  findFormRules,
  type PaymentMethod,
  readPaymentScript,
} from "./payment-methods";
export {
  findSessionBuyers,
  findSessionPayments,
  getPaymentHistory,
  listPayments,
  listUnsettledPayments,
} from "./payment-queries";
export { PaymentEventResource, RefundResource, toRefundResource } from "./payment-resource";
export {
  type EffectiveState,
  type PaymentState,
  type ProviderStatus,
  transitions as paymentTransitions,
} from "./payment-rules";
export {
  deleteOldPaymentNotices,
  getPaymentBacklog,
  receiveNotice,
  reconcilePayments,
} from "./reconcile-payments";
export { cancelAndRefund, listRefunds, requestRefund } from "./refunds";
export {
  type BuyerResource,
  CheckoutSessionResource,
  CheckoutSessionStatusResource,
  checkoutUrl,
  toBuyerResource,
  toCheckoutSessionResource,
  toCheckoutSessionStatusResource,
  toPaymentHistoryResource,
  toPaymentResource,
} from "./resource";
export type { CheckoutSession } from "./rules";
export { findSaleTerms, findTaxRule, type SaleTerms } from "./sale-terms";
export {
  CheckoutSessionFilters,
  CreateCheckoutSession,
  CreateCheckoutSessionForEmail,
  CreateRefund,
  ListCheckoutSessions,
  PaymentFilters,
  SESSION_ID,
  SearchCheckoutSessions,
  SearchPayments,
  successUrl,
} from "./schema";
export {
  expireCheckoutSession,
  expireDueSessions,
  forgetUnpaidCustomers,
  getExpiryBacklog,
} from "./session-expiry";
export {
  findPayments,
  findSessions,
  listCheckoutSessions,
  listSessionsBySearch,
} from "./session-queries";
export {
  archivePortfolio,
  type CustomerDetails,
  createCheckoutSession,
  getCheckoutSession,
  saveCustomer,
} from "./sessions";
export {
  getAllPaymentSums,
  getPaymentSums,
  getSessionSums,
  getTransferSums,
  type LinkSums,
  type PaymentSums,
  sumAllSessionsOfLinks,
  sumSessionsOfLinks,
} from "./sums";
export type { CheckoutTables } from "./tables";
export { findWithdrawal, type Withdrawal, withdrawFromContract } from "./withdrawals";
