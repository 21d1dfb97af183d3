// Takes in a message of Stripe's: it is kept, and the payment that it is about is asked after.
import type { Context } from "#core/context";
import { env } from "#core/env";
import { invalid, notFound } from "#core/errors";
import { signalWork } from "#core/signal";
import { BadNotice, type Notice, readStripeNotice } from "#gateways/payments";
import { askOfProvider, noteNotice } from "./payment-store";

async function read(input: { body: string; signature: string | null }): Promise<Notice> {
  if (!env.stripe) throw notFound("page");
  try {
    return await readStripeNotice(env.stripe, input.body, input.signature);
  } catch (error) {
    if (!(error instanceof BadNotice)) throw error;
    throw invalid("Stripe-Signature", "does not sign this body, or not recently");
  }
}

/**
 * Keeps the message, each once, and makes its payment due. What the message says of the payment is
 * not believed but asked for, so that it does not matter when, how often or in which order messages
 * come. @throws invalid where it is not signed; not-found where Stripe is not set up
 */
export async function receiveStripeNotice(
  ctx: Context,
  input: { body: string; signature: string | null },
): Promise<void> {
  const { id, type, paymentId: providerPaymentId } = await read(input);
  const { now } = ctx;
  const provider = "stripe";
  const notice = { provider, id, type, providerPaymentId, receivedAt: now };
  const isNew = await noteNotice(ctx.db, notice);
  if (!isNew || providerPaymentId === null) return;
  if (type === "refund.failed") {
    ctx.log.error(
      { payment: providerPaymentId },
      "payment.refund_failed: a refund came back; refund it by hand",
    );
  }
  await askOfProvider(ctx.db, { provider, providerPaymentId, now });
  signalWork();
}
