export { cancelAndRefund } from "./cancel-and-refund";
export { checkPayments, paymentInvariants } from "./check-payments";
export { dismissFailedRefund, dismissWarning, recordOtherRefund } from "./disputes";
export { findPayments, findSessions } from "./find-sessions";
export { type CheckoutPage, getCheckoutPage } from "./get-checkout-page";
export { type LinkSums, sumAllSessionsOfLinks, sumSessionsOfLinks } from "./link-sums";
export { customerMails, sessionMail } from "./mails";
export { listManualPayments, settleManualPayment } from "./manual-settlement";
export { merchantMails } from "./merchant-mails";
export { deleteOldPaymentNotices, forgetUnpaidCustomers } from "./old-sessions";
export { listAllPayments, listPaymentTasks, type OperatorPayment } from "./operator-payments";
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
} from "./payment-queries";
export { PaymentEventResource, RefundResource, toRefundResource } from "./payment-resource";
export {
  type EffectiveState,
  type PaymentState,
  type ProviderStatus,
  transitions as paymentTransitions,
} from "./payment-rules";
export { listPaymentsToResolve } from "./payments-to-resolve";
export { getPaymentBacklog, receiveNotice, reconcilePayments } from "./reconcile-payments";
export { listRefunds, requestRefund } from "./refunds";
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
export { SESSION_ID } from "./rules";
export { findTaxRule } from "./sale-tax";
export { findSaleTerms, type SaleTerms } from "./sale-terms";
export {
  CheckoutSessionFilters,
  CreateCheckoutSession,
  CreateCheckoutSessionForEmail,
  CreateRefund,
  ListCheckoutSessions,
  PaymentFilters,
  SearchCheckoutSessions,
  SearchPayments,
  successUrl,
} from "./schema";
export { expireCheckoutSession, expireDueSessions, getExpiryBacklog } from "./session-expiry";
export { listCheckoutSessions, listSessionsBySearch } from "./session-queries";
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
  type PaymentSums,
} from "./sums";
export type { CheckoutTables } from "./tables";
export { unnamedCustomer } from "./unnamed-customer";
export { listUnsettledPayments } from "./unsettled-payments";
export { findWithdrawal, type Withdrawal, withdrawFromContract } from "./withdrawals";
