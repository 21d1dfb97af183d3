export { customerMails, sessionMail } from "./mails/mails";
export { sellerMails } from "./mails/seller-mails";
export { unnamedCustomer } from "./payments/changes";
export { checkPayments, paymentInvariants } from "./payments/check-payments";
export { documentCopy, documentRows } from "./payments/document-rows";
export { moveHeldStock } from "./payments/holds";
export { countWaitingInvoices, issueWaitingDocuments } from "./payments/issue-waiting";
export { listManualPayments, settleManualPayment } from "./payments/manual-settlement";
export { deleteOldPaymentNotices, receiveNotice } from "./payments/notices";
export {
  getAllPaymentSums,
  getTransferSums,
  listAllPayments,
  listPaymentsToResolve,
  listPaymentTasks,
  type OperatorPayment,
} from "./payments/operator-payments";
export { payCheckoutSession } from "./payments/payment";
export { confirmPayment, getPaymentBacklog, reconcilePayments } from "./payments/polls";
export {
  findSessionBuyers,
  findSessionPayments,
  getPaymentHistory,
  getPaymentSums,
  listPayments,
  listUnsettledPayments,
  type PaymentSums,
} from "./payments/queries";
export {
  PaymentEventResource,
  RefundResource,
  toPaymentHistoryResource,
  toPaymentResource,
  toRefundResource,
} from "./payments/resource";
export {
  type EffectiveState,
  type PaymentState,
  type ProviderStatus,
  transitions as paymentTransitions,
} from "./payments/rules";
export type { IssuedDocument } from "./payments/sale-documents";
export {
  type CreditOrder,
  cancelAndRefund,
  dismissFailedRefund,
  dismissWarning,
  listRefunds,
  recordOtherRefund,
  requestRefund,
} from "./refunds/refunds";
export { findWithdrawal, type Withdrawal, withdrawFromContract } from "./refunds/withdrawals";
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
} from "./sessions/expiry";
export { type LinkSums, sumAllSessionsOfLinks, sumSessionsOfLinks } from "./sessions/link-sums";
export { type CheckoutPage, getCheckoutPage } from "./sessions/page";
export {
  findPayments,
  findSessions,
  getSessionSums,
  listCheckoutSessions,
  listSessionsBySearch,
} from "./sessions/queries";
export {
  type BuyerResource,
  CheckoutSessionResource,
  CheckoutSessionStatusResource,
  checkoutUrl,
  toBuyerResource,
  toCheckoutSessionResource,
  toCheckoutSessionStatusResource,
} from "./sessions/resource";
export type { CheckoutSession } from "./sessions/rules";
export { findTaxOf } from "./sessions/sale-tax";
export {
  type CheckoutBlocker,
  type FormRules,
  findFormRules,
  findSaleTerms,
  type PaymentMethod,
  readPaymentScript,
  type SaleTerms,
} from "./sessions/sale-terms";
export {
  archivePortfolio,
  type Customer,
  type CustomerDetails,
  createCheckoutSession,
  getCheckoutSession,
  saveCustomer,
} from "./sessions/sessions";
export type { CheckoutTables } from "./tables";
