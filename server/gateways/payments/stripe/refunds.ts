import type Stripe from "stripe";
import { log } from "#core/log";
import type { Currency } from "#core/money";
import type { RefundStatus } from "#payments/provider";
import { toStripe } from "./amounts";
import { factsOf, isRefusal, write } from "./client";

const failedStatuses = ["failed", "canceled"];

export function refundStatusOf(refund: Stripe.Refund): RefundStatus {
  const { id, status, failure_reason } = refund;
  if (failedStatuses.includes(status ?? "")) {
    return { id, state: "failed", failure: failure_reason ?? status };
  }
  // Without a status, it predates statuses. A new status must not count as money returned.
  const isDone = status === null || status === "succeeded";
  return { id, state: isDone ? "succeeded" : "pending", failure: null };
}

/** Refunds carry our key, because Stripe forgets idempotency keys after a day. */
const REFUND_KEY = "refund";

export async function findRefund(
  stripe: Stripe,
  { id, key, refundId }: { id: string; key: string; refundId: string | null },
): Promise<RefundStatus | null> {
  // The charge itself lists only its ten newest refunds.
  const refunds = stripe.refunds.list({ payment_intent: id, limit: 100 });
  for await (const refund of refunds) {
    if (refund.id === refundId || refund.metadata?.[REFUND_KEY] === key)
      return refundStatusOf(refund);
  }
  return null;
}

interface RefundInput {
  id: string;
  key: string;
  amount: number;
  currency: Currency;
  withinMs: number;
}

export async function refund(
  stripe: Stripe,
  { id, key, amount: minor, currency, withinMs }: RefundInput,
): Promise<RefundStatus> {
  const known = await findRefund(stripe, { id, key, refundId: null });
  if (known) return known;
  const amount = toStripe({ minor, currency });
  const input = { payment_intent: id, amount, metadata: { [REFUND_KEY]: key } };
  try {
    const created = await write({ key, withinMs }, (idempotencyKey) =>
      stripe.refunds.create(input, { idempotencyKey }),
    );
    return refundStatusOf(created);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.error(
      { event: "payment.refund_refused", ...factsOf(error), providerPaymentId: id },
      "Stripe refused a refund",
    );
    return { id: null, state: "failed", failure: error.code ?? "refused" };
  }
}
