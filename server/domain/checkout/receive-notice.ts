// Takes in a provider's webhook: it is stored, and its payment is polled.
import type { Context } from "#core/context";
import { invalid, notFound } from "#core/errors";
import { signalWork } from "#core/signal";
import { BadNotice, findProvider } from "#gateways/payments";
import { askOfProvider, noteNotice } from "./payment-store";

interface Message {
  /** As its address names it. */
  provider: string;
  /** Exactly as it came: its bytes are what was signed. */
  body: string;
  headers: Headers;
}

async function read({ provider, body, headers }: Message) {
  const owner = findProvider(provider);
  const webhook = owner?.webhook;
  if (!owner || !webhook?.isSetUp()) throw notFound("page");
  const { signatureHeader } = webhook;
  try {
    const notice = await webhook.read({ body, signature: headers.get(signatureHeader) });
    return { ...notice, provider: owner.name };
  } catch (error) {
    if (!(error instanceof BadNotice)) throw error;
    throw invalid(signatureHeader, "does not sign this body, or not recently");
  }
}

/**
 * Stores the notice once and makes its payment due. Its content is not trusted: the provider is
 * asked, so it does not matter when, how often or in which order notices arrive.
 * @throws invalid where it is not signed; not-found where there is no such provider, or not set up
 */
export async function receiveNotice(ctx: Context, input: Message): Promise<void> {
  const { provider, id, type, paymentId: providerPaymentId, isRefundFailure } = await read(input);
  const { now } = ctx;
  const notice = { provider, id, type, providerPaymentId, receivedAt: now };
  const isNew = await noteNotice(ctx.db, notice);
  if (!isNew || providerPaymentId === null) return;
  if (isRefundFailure) {
    ctx.log.error(
      { payment: providerPaymentId },
      "payment.refund_failed: a refund came back; refund it by hand",
    );
  }
  await askOfProvider(ctx.db, { provider, providerPaymentId, now });
  signalWork();
}
