// Reads Stripe's webhooks. They only name a payment; its state is then read from Stripe.
import { BadNotice, type Notice } from "#payments/provider";
import type { StripeSettings } from "./settings";

/** Events that the endpoint at Stripe must send; more do no harm. */
export const webhookEvents = [
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.processing",
  "payment_intent.requires_action",
  "payment_intent.canceled",
  "charge.succeeded",
  "charge.updated",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "radar.early_fraud_warning.created",
  "radar.early_fraud_warning.updated",
  "review.opened",
  "review.closed",
] as const;

/** The parts of an event that are used. It is signed, but may have any shape. */
interface SignedEvent {
  id?: unknown;
  type?: unknown;
  livemode?: unknown;
  data?: { object?: { object?: unknown; id?: unknown; payment_intent?: unknown } };
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** The field contains the ID of a payment or the whole payment. */
function idIn(field: unknown): string | null {
  if (typeof field === "object" && field && "id" in field) return text(field.id);
  return text(field);
}

function paymentIdOf(
  type: string,
  object: NonNullable<SignedEvent["data"]>["object"],
): string | null {
  if (type.startsWith("payment_intent.")) return text(object?.id);
  return /^(charge|refund|review|radar\.early_fraud_warning)\./.test(type)
    ? idIn(object?.payment_intent)
    : null;
}

/** Verifies the body with each secret. @throws the error of the last one */
async function verifiedEvent(body: string, signature: string, secrets: readonly string[]) {
  const { default: Stripe } = await import("stripe");
  let failure: unknown = new BadNotice("no webhook secret is configured");
  for (const secret of secrets) {
    try {
      const event: unknown = await Stripe.webhooks.constructEventAsync(body, signature, secret);
      return event as SignedEvent | null;
    } catch (error) {
      const isUnsigned = error instanceof Stripe.errors.StripeSignatureVerificationError;
      // Without the cause, which contains the whole body with a customer's data.
      failure = new BadNotice(
        isUnsigned
          ? "the webhook is not signed by Stripe, or too old"
          : "the webhook is not a valid event",
      );
    }
  }
  throw failure;
}

/** Reads a webhook's exact body. @throws BadNotice unless Stripe signed it recently, for this mode */
export async function readStripeNotice(
  { webhookSecrets, mode }: Pick<StripeSettings, "webhookSecrets" | "mode">,
  { body, signature }: { body: string; signature: string | null },
): Promise<Notice> {
  const event = await verifiedEvent(body, signature ?? "", webhookSecrets);
  const [id, type] = [text(event?.id), text(event?.type)];
  if (id === null || type === null) throw new BadNotice("the webhook has no id or no type");
  if (event?.livemode !== (mode === "live"))
    throw new BadNotice(`the webhook is not of ${mode} mode`);
  const paymentId = paymentIdOf(type, event?.data?.object);
  return { id, type, paymentId };
}
