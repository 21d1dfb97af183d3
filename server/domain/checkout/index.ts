export { cancelAndRefund } from "./cancel-and-refund";
export { checkPayments, paymentInvariants } from "./check-payments";
export { type CheckoutPage, getCheckoutPage } from "./get-checkout-page";
export { customerMails, sessionMail } from "./mails";
export { hasManualProvider, listManualPayments, settleManualPayment } from "./manual-settlement";
export { findTaxRule } from "./parties";
export { type Customer, confirmPayment, payCheckoutSession } from "./pay";
export {
  type CheckoutBlocker,
  type FormRules,
  findFormRules,
  type PaymentMethod,
  readPaymentScript,
} from "./payment-methods";
export { getPaymentHistory, listPayments, listStuckPayments } from "./payment-queries";
export { getPaymentBacklog, receiveNotice, reconcilePayments } from "./reconcile-payments";
export {
  CheckoutSessionResource,
  CheckoutSessionStatusResource,
  PaymentEventResource,
  toCheckoutSessionResource,
  toCheckoutSessionStatusResource,
  toPaymentHistoryResource,
  toPaymentResource,
} from "./resource";
export {
  CheckoutSessionFilters,
  CreateCheckoutSession,
  CreateCheckoutSessionForEmail,
  PaymentFilters,
  SearchCheckoutSessions,
  SearchPayments,
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
export type { CheckoutTables } from "./tables";
export { findWithdrawal, type Withdrawal, withdrawFromContract } from "./withdrawals";
