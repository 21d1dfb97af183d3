// Events about checkout sessions and their payments.
import type { NewEvent } from "#domain/events";
import type { Payment } from "./payment-store";
import { toCheckoutSessionResource, toPaymentEventResource } from "./resource";
import type { CheckoutSession } from "./rules";

/** The event that the session, as it is now, came to this end. */
export function sessionEvent(session: CheckoutSession, end: "completed" | "expired"): NewEvent {
  return {
    accountId: session.accountId,
    type: `checkout_session.${end}`,
    subjectId: session.id,
    subaccountId: session.subaccountId,
    payload: toCheckoutSessionResource(session),
  };
}

/** The event that the session's payment was given back. */
export function refundEvent(payment: Payment, session: CheckoutSession): NewEvent {
  return {
    accountId: session.accountId,
    type: "payment.refunded",
    subjectId: payment.id,
    subaccountId: session.subaccountId,
    payload: toPaymentEventResource(payment, session),
  };
}
