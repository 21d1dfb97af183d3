// Mails about a certificate: one when its credits are set aside, one when all of them are retired.
import type { PaymentState } from "#checkout/payments/rules";
import type { Context } from "#core/context";
import type { Language } from "#core/language";
import { oneLine } from "#core/mail-document";
import {
  certificateFileName,
  getCertificateIn,
  getCertificatePdfBy,
  renderPdfApart,
} from "#domain/certificates";
import { retiredMail } from "#domain/evidence";
import type { OrderState } from "#domain/orders";
import { type PreparedMail, queueMails } from "#domain/queue";

interface Sold {
  accountId: string;
  sessionId: string;
  orderId: string | null;
  orderState: OrderState | null;
  paymentState: PaymentState | null;
  priceUsdCents: number;
  /** Of the price: refunded, and to be refunded. */
  refundedUsdCents: number | null;
  refundingUsdCents: number | null;
}

/** Returns why the final certificate is not mailed now; null if the payment allows it. */
function paymentHold(sold: Sold): PreparedMail | null {
  const { paymentState, priceUsdCents, refundedUsdCents, refundingUsdCents } = sold;
  const isReturned = paymentState === "refunded" || paymentState === "charged_back";
  if (isReturned) return { state: "refused", reason: "the payment was returned" };
  const returnedCents = (refundedUsdCents ?? 0) + (refundingUsdCents ?? 0);
  return paymentState === "paid" && returnedCents < priceUsdCents ? null : { state: "wait" };
}

interface CertificateParts {
  state: "certified";
  statement: string;
  attachments: NonNullable<Extract<PreparedMail, { state: "ready" }>["attachments"]>;
}

/** The final certificate with its PDF, unless the registries' records change at this moment. */
async function findFinal(
  ctx: Context,
  input: { orderId: string; language: Language },
): Promise<PreparedMail | CertificateParts> {
  const { certificate } = await getCertificateIn(ctx, input);
  if (certificate.registry_status !== "retired") return { state: "wait" };
  const pdf = await getCertificatePdfBy(ctx, { ...input, render: renderPdfApart });
  if (pdf?.revision !== certificate.revision) return { state: "wait" };
  const name = certificateFileName(input.orderId);
  const attachments = [{ name, contentType: "application/pdf", bytes: pdf.bytes }];
  return { state: "certified", statement: oneLine(certificate.statement), attachments };
}

/**
 * Returns what a mail about the certificate says, or why it is not sent now. If all credits are
 * retired already, the customer gets only the mail that says so.
 */
export async function findCertificateParts(
  ctx: Context,
  input: { kind: "certificate" | "retired"; sold: Sold; language: Language },
): Promise<PreparedMail | CertificateParts> {
  const { kind, sold, language } = input;
  const { accountId, sessionId, orderId, orderState } = sold;
  if (orderState === "placed") return { state: "wait" };
  if (orderId === null || orderState !== "fulfilled") {
    return { state: "refused", reason: "the order is cancelled" };
  }
  if (kind === "retired") return paymentHold(sold) ?? findFinal(ctx, { orderId, language });
  const { certificate } = await getCertificateIn(ctx, { orderId, language });
  if (certificate.registry_status !== "retired") {
    return { state: "certified", statement: oneLine(certificate.statement), attachments: [] };
  }
  // Earlier versions did not queue it.
  const mails = [retiredMail({ accountId, checkoutSessionId: sessionId })];
  await queueMails(ctx.db, { mails, now: ctx.now });
  return { state: "replaced", reason: "the final certificate is sent instead" };
}
