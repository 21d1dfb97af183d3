// Evidence about a paid purchase, for a dispute at the payment provider.
import type { AccountContext, Context, Mode } from "#core/context";
import type { Database } from "#core/db";
import { appUrl } from "#core/env";
import { conflict } from "#core/errors";
import { orderNumber } from "#core/id";
import { recordAudit } from "#domain/accounts";
import { getOrder } from "#domain/orders";
import {
  dollars,
  type EvidenceFacts,
  evidenceFiles,
  type TimelineEntry,
} from "./dispute-evidence-rules";
import { consentOf } from "./parties";
import { getPaymentHistory, type PaymentHistory } from "./payment-queries";
import { PAID } from "./payment-store";
import type { CheckoutSession } from "./rules";
import { contextOfSession } from "./session-queries";
import { getCheckoutSession } from "./sessions";

type OrderDetail = Awaited<ReturnType<typeof getOrder>>;
type Payment = NonNullable<PaymentHistory["payment"]>;

interface Purchase extends PaymentHistory {
  session: CheckoutSession;
  payment: Payment;
  order: OrderDetail | null;
}

const iso = (at: Date | null) => at?.toISOString() ?? null;

function factsOf(ctx: AccountContext, { session, payment, order }: Purchase) {
  const { isBusiness } = session;
  const buyer = isBusiness === null ? null : isBusiness ? "business" : "consumer";
  const facts: EvidenceFacts["facts"] = [
    ["seller", ctx.account.name],
    ["customer_email", session.customerEmail],
    ["customer_country", session.customerCountry],
    ["buyer", buyer],
    ["on_behalf_of", session.beneficiaryName],
    ["description", session.description],
    ["credits_kg", session.amountKg],
    ["price_usd", dollars(session.priceUsdCents)],
    ["checkout_session", session.id],
    ["order_number", order && orderNumber(order.id)],
    ["order", order?.id ?? null],
    ["order_state", order?.state ?? null],
    ["certificate", order && `${appUrl()}/certificates/${order.id}`],
    ["payment", payment.id],
    ["payment_provider", payment.provider],
    ["provider_payment", payment.providerPaymentId],
    ["paid_on", iso(payment.paidAt)],
    ["refunded_usd", dollars(payment.refundedUsdCents)],
    ["disputed_usd", dollars(payment.disputedUsdCents)],
  ];
  return facts;
}

function creditRows(order: OrderDetail | null): EvidenceFacts["credits"] {
  const allocations = order?.allocations ?? [];
  return allocations.flatMap(({ project, retirements }) =>
    retirements.flatMap(({ vintageYear, serialNumberRange, amountKg, records }) => {
      const credits = [project.name, project.registryName, vintageYear, serialNumberRange];
      if (records.length === 0) return [[...credits, amountKg, null, null, null]];
      return records.map((record) => [
        ...[...credits, record.amountKg, record.retiredOn, record.beneficiary],
        record.url ?? record.reference,
      ]);
    }),
  );
}

function moneyRows({ payment, refunds, disputes }: Purchase): EvidenceFacts["money"] {
  return [
    [
      ...["payment", payment.id, payment.providerPaymentId, payment.state],
      ...[dollars(payment.amountUsdCents), null, iso(payment.paidAt), null],
    ],
    ...refunds.map((refund) => [
      ...["refund", refund.id, refund.providerRefundId, refund.state],
      ...[dollars(refund.amountUsdCents), refund.reason],
      ...[iso(refund.createdAt), iso(refund.settledAt)],
    ]),
    ...disputes.map((dispute) => [
      ...[dispute.kind, dispute.id, dispute.providerDisputeId, dispute.state],
      ...[dollars(dispute.amountUsdCents), dispute.reason],
      ...[iso(dispute.openedAt), iso(dispute.closedAt)],
    ]),
  ];
}

function timelineOf(purchase: Purchase): TimelineEntry[] {
  const { session, payment, order, refunds, disputes, mails } = purchase;
  const entry = (at: Date | null, event: string, detail: string | null = null) =>
    at === null ? [] : [{ at, event, detail }];
  return [
    ...entry(session.createdAt, "checkout session created"),
    ...entry(session.consentAt, "consent given"),
    ...entry(payment.paidAt, "paid", dollars(payment.amountUsdCents)),
    ...entry(order?.createdAt ?? null, "order placed", order && orderNumber(order.id)),
    ...entry(order?.settledAt ?? null, `order ${order?.state}`),
    ...entry(session.withdrawnAt, "customer withdrew from the contract"),
    ...refunds.flatMap(({ createdAt, settledAt, state, amountUsdCents }) => [
      ...entry(createdAt, "refund requested", dollars(amountUsdCents)),
      ...entry(settledAt, `refund ${state}`, dollars(amountUsdCents)),
    ]),
    ...disputes.flatMap(({ openedAt, closedAt, kind, state, reason }) => [
      ...entry(openedAt, `${kind} opened`, reason),
      ...entry(closedAt, `${kind} ${state}`, reason),
    ]),
    ...mails.flatMap(({ settledAt, state, template }) =>
      state === "sent" ? entry(settledAt, "email sent", template) : [],
    ),
  ];
}

/** The certificate of a fulfilled order; null otherwise. */
async function findCertificate(ctx: Context, order: OrderDetail | null) {
  if (order?.state !== "fulfilled") return null;
  // Imported on demand, because it loads the renderer of PDFs.
  const { getCertificatePdf } = await import("#domain/certificates");
  return (await getCertificatePdf(ctx, order.id))?.bytes ?? null;
}

async function findPurchase(ctx: AccountContext, input: { id: string }): Promise<Purchase> {
  const session = await getCheckoutSession(ctx, input);
  const { payment, ...history } = await getPaymentHistory(ctx, { session });
  if (!payment || !PAID.includes(payment.state)) {
    throw conflict("There is no evidence to export", "The session's money has not arrived.");
  }
  const order = session.orderId === null ? null : await getOrder(ctx, { id: session.orderId });
  return { ...history, session, payment, order };
}

export interface EvidenceExport {
  fileName: string;
  /** A ZIP file. */
  bytes: Uint8Array;
}

interface Input {
  database: Database;
  /** Of the checkout session. */
  id: string;
}

/**
 * Returns the evidence about a paid session as a ZIP file, and records that it was exported. Renders
 * the certificate, so it must not run inside a transaction.
 * @throws not-found; conflict if the session is not paid
 */
export async function exportEvidence(ctx: AccountContext, input: Input): Promise<EvidenceExport> {
  const purchase = await findPurchase(ctx, input);
  const { session, payment, order, mails } = purchase;
  const consent = consentOf(session);
  const files = evidenceFiles({
    facts: factsOf(ctx, purchase),
    consent: consent && { ...consent, language: session.consentLanguage },
    credits: creditRows(order),
    money: moneyRows(purchase),
    mails: mails.map((mail) => [
      ...[mail.template, session.customerEmail, mail.state],
      ...[iso(mail.createdAt), iso(mail.settledAt), mail.lastError],
    ]),
    timeline: timelineOf(purchase),
    certificate: await findCertificate(ctx, order),
  });
  const { strToU8, zipSync } = await import("fflate");
  const entries = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === "string" ? strToU8(content) : content,
  ]);
  const bytes = zipSync(Object.fromEntries(entries), { mtime: ctx.now });
  await input.database.transaction((db) =>
    recordAudit({ ...ctx, db }, { action: "payment.evidence_exported", subjectId: payment.id }),
  );
  const name = order ? orderNumber(order.id) : payment.id;
  return { fileName: `evidence-${name}.zip`, bytes };
}

/** As `exportEvidence`, for a session of any account. @throws not-found; conflict */
export async function exportEvidenceOfAny(
  ctx: Context,
  { mode, ...input }: Input & { mode: Mode },
): Promise<EvidenceExport> {
  return exportEvidence(await contextOfSession(ctx, { mode, id: input.id }), input);
}
