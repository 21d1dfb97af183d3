// Asks the provider for the money of a payment that was started, outside any transaction.
import type { Context } from "#core/context";
import type { Database } from "#core/db";
import { appUrl } from "#core/env";
import { ProviderUnavailable, payments, type Source } from "#gateways/payments";
import { beginPayment, learnPayment } from "./learn-payment";
import { askSoon, type Payment } from "./payment-store";
import { LOST_ANSWER_MS } from "./timeout-rules";

/**
 * Charges the payment once and settles what the provider says. Where its answer is lost, or cannot
 * be written down, the payment stays as it is, and `reconcilePayments` finds out. Never throws.
 */
export async function chargePayment(
  ctx: Context,
  input: { database: Database; payment: Payment; source: Source },
): Promise<void> {
  const { database, payment, source } = input;
  const gateway = payments(database, payment);
  const returnUrl = `${appUrl()}/checkout/${payment.checkoutSessionId}`;
  try {
    const begun = await beginPayment({ database, payment });
    const key = `${payment.checkoutSessionId}/attempt-${payment.attempts}`;
    const status =
      "ended" in begun ? begun.ended : await gateway.confirm(begun.id, { key, source, returnUrl });
    await learnPayment(ctx, { database, seen: payment, status });
  } catch (error) {
    // Whatever went wrong, there may have been a charge: nobody is to see an error, nor pay again.
    const level = error instanceof ProviderUnavailable ? "warn" : "error";
    ctx.log[level]({ err: error, payment: payment.id }, "what became of a charge is not known");
    const soon = new Date(Date.now() + LOST_ANSWER_MS);
    await askSoon(database, payment, soon).catch((reason: unknown) =>
      ctx.log.error({ err: reason, payment: payment.id }, "it is asked about when it is due"),
    );
  }
}
