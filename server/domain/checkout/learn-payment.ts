// The steps that all who speak to the provider about a payment have in common.
import type { Context } from "#core/context";
import type { Database } from "#core/db";
import { PaymentRefused, type PaymentStatus, payments } from "#gateways/payments";
import { findPayment, namePayment, type Payment } from "./payment-store";
import { settlePayment } from "./settle-payment";

/** Somebody else settled the payment meanwhile so often that there is no use in going on. */
const MOST_TRIES = 5;

/** The provider's id of a payment, or how it ended because the provider will not begin it. */
type Begun = { id: string } | { ended: PaymentStatus };

/**
 * The provider's id of the payment, begun there if it was not. Money is asked for only by an id that
 * is written down first: whatever is lost later, it can be found out what became of it.
 */
export async function beginPayment({
  database,
  payment,
}: {
  database: Database;
  payment: Payment;
}): Promise<Begun> {
  if (payment.providerPaymentId !== null) return { id: payment.providerPaymentId };
  const intent = {
    key: `${payment.checkoutSessionId}/payment-${payment.intentNumber}`,
    amountCents: payment.amountUsdCents,
    description: `Carbon credits, checkout session ${payment.checkoutSessionId}`,
    reference: payment.checkoutSessionId,
  };
  let id: string;
  try {
    id = await payments(database, payment).begin(intent);
  } catch (error) {
    // Nothing was begun, so nothing can be taken: the session is free to be paid in another way.
    if (error instanceof PaymentRefused) {
      return { ended: { state: "cancelled", failure: "refused" } };
    }
    throw error;
  }
  if (await namePayment(database, payment, id)) return { id };
  throw new Error(`payment ${payment.id} goes by another name than ${id} by now`);
}

/**
 * Settles what the provider said of the payment as it was `seen`; where the payment has changed
 * since, the provider is asked again and that is settled.
 */
export async function learnPayment(
  ctx: Context,
  input: { database: Database; seen: Payment; status: PaymentStatus },
): Promise<void> {
  const { database } = input;
  let { seen, status } = input;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const now = new Date();
    const isSettled = await database.transaction((db) =>
      settlePayment({ ...ctx, db, now }, { seen, status }),
    );
    if (isSettled) return;
    const fresh = await findPayment(database, seen.accountId, seen.checkoutSessionId);
    if (!fresh?.providerPaymentId) return;
    seen = fresh;
    status = await payments(database, seen).find(fresh.providerPaymentId);
  }
  ctx.log.warn({ payment: seen.id }, "a payment changes faster than it can be settled");
}
