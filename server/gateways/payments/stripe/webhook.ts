// Stripe's webhooks: who signed one, and which payment it is about.
import { BadNotice, type Notice } from "#payments/provider";

/** The parts of an event that are read. It is signed, but may still be of any form. */
interface SignedEvent {
  id?: unknown;
  type?: unknown;
  data?: { object?: { object?: unknown; id?: unknown; payment_intent?: unknown } };
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** A field that names a payment, or holds the whole of it. */
function idIn(field: unknown): string | null {
  if (typeof field === "object" && field && "id" in field) return text(field.id);
  return text(field);
}

function paymentIdOf(
  type: string,
  object: NonNullable<SignedEvent["data"]>["object"],
): string | null {
  if (type.startsWith("payment_intent.")) return text(object?.id);
  return /^(charge|refund)\./.test(type) ? idIn(object?.payment_intent) : null;
}

/** Reads a webhook exactly as it came. @throws BadNotice unless Stripe signed it just now */
export async function readStripeNotice(
  { webhookSecret }: { webhookSecret: string },
  { body, signature }: { body: string; signature: string | null },
): Promise<Notice> {
  const { default: Stripe } = await import("stripe");
  const event = await Stripe.webhooks
    .constructEventAsync(body, signature ?? "", webhookSecret)
    .then((read) => read as unknown as SignedEvent | null)
    // The cause is left out: it holds the whole body, and in it a customer's data.
    .catch((error: unknown) => {
      const isUnsigned = error instanceof Stripe.errors.StripeSignatureVerificationError;
      throw new BadNotice(
        isUnsigned ? "the notice is not signed by Stripe just now" : "the notice cannot be read",
      );
    });
  const [id, type] = [text(event?.id), text(event?.type)];
  if (id === null || type === null) throw new BadNotice("the notice has no id or no type");
  const paymentId = paymentIdOf(type, event?.data?.object);
  return { id, type, paymentId, isRefundFailure: type === "refund.failed" };
}
