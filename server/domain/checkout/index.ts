// Checkout sessions and their payments, by which customers buy credits: the only way into the room.
export { archivePortfolio } from "./archive-portfolio";
export { cancelAndRefund } from "./cancel-and-refund";
export { checkPayments, paymentInvariants } from "./check-payments";
export { createCheckoutSession } from "./create-checkout-session";
export { expireCheckoutSession } from "./expire-checkout-session";
export { expireDueSessions } from "./expire-due-sessions";
export { type CheckoutPage, getCheckoutPage } from "./get-checkout-page";
export { getCheckoutSession } from "./get-checkout-session";
export { getExpiryBacklog } from "./get-expiry-backlog";
export { getPaymentBacklog } from "./get-payment-backlog";
export { getPaymentHistory } from "./get-payment-history";
export { listCheckoutSessions } from "./list-checkout-sessions";
export { listFoundSessions } from "./list-found-sessions";
export { listPayments } from "./list-payments";
export { listStuckPayments } from "./list-stuck-payments";
export { customerMails, sessionMail } from "./mails";
export {
  findPaymentMethods,
  type Obstacle,
  type PaymentMethod,
  readPaymentScript,
} from "./methods";
export { type KnownCustomer, noteCustomer } from "./note-customer";
export { type Customer, confirmPayment, payCheckoutSession } from "./pay";
export { receiveNotice } from "./receive-notice";
export { reconcilePayments } from "./reconcile-payments";
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
export { findByHand, listByHand, settleByHand } from "./settle-by-hand";
export type { CheckoutTables } from "./tables";
