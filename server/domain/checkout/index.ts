// Checkout sessions and their payments, by which customers buy credits: the only way into the room.
export { cancelAndRefund } from "./cancel-and-refund";
export { checkPayments, paymentInvariants } from "./check-payments";
export { type CheckoutPage, getCheckoutPage } from "./get-checkout-page";
export { customerMails, sessionMail } from "./mails";
export {
  findPaymentMethods,
  type Obstacle,
  type PaymentMethod,
  readPaymentScript,
} from "./methods";
export { type Customer, confirmPayment, payCheckoutSession } from "./pay";
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
export { listCheckoutSessions, listFoundSessions } from "./session-queries";
export {
  archivePortfolio,
  createCheckoutSession,
  getCheckoutSession,
  type KnownCustomer,
  noteCustomer,
} from "./sessions";
export { findByHand, listByHand, settleByHand } from "./settle-by-hand";
export type { CheckoutTables } from "./tables";
