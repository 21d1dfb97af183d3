import { z } from "zod";
import type { Payment } from "#checkout/payments/store";
import { type RefundKind, type RefundState, refundedBefore } from "#checkout/refunds/rules";
import { hasOpenDispute, type Refund } from "#checkout/refunds/store";
import type { Context } from "#core/context";
import { appUrl } from "#core/env";
import { orderNumber, shortReference } from "#core/id";
import { oneLine, renderDocument } from "#core/mail-document";
import { formatMoney } from "#core/money";
import { addressIn } from "#core/reader";
import { findTranslated, storedPricePerTonne } from "#domain/catalogue";
import { type MailTemplate, mailOf, type PreparedMail } from "#domain/queue";
import { providerNamed } from "#gateways/payments";
import { type MailKind, mailKinds } from "./copy";
import { findCertificateParts, findSaleFacts, type RefundFacts } from "./facts";
import { type MailFacts, mailCopy, renderMail } from "./render";
import { checkoutUrl, findSubject, languageFor, type Subject } from "./subject";

/** Time of the event that the mail reports. */
function momentOf(kind: MailKind, subject: Subject, createdAt: Date): Date {
  const moments: Record<MailKind, Date | null> = {
    receipt: subject.paidAt,
    certificate: subject.settledAt,
    retired: subject.settledAt,
    failure: subject.updatedAt,
    "transfer-failed": subject.updatedAt,
    refund: subject.updatedAt,
    "refund-failed": subject.updatedAt,
    withdrawal: subject.withdrawnAt,
    invoice: null,
    "credit-note": null,
  };
  return moments[kind] ?? createdAt;
}

function factsOf(subject: Subject, at: Date): MailFacts {
  const { orderId } = subject;
  const certificate = orderId && `${appUrl()}/certificates/${orderId}`;
  const language = languageFor(subject);
  return {
    isTest: subject.mode === "test",
    shopName: subject.shopName,
    portfolioName: subject.portfolioName,
    amountKg: subject.amountKg,
    pricePerTonne: storedPricePerTonne(subject),
    price: subject.price,
    currency: subject.currency,
    beneficiaryName: subject.beneficiaryName,
    reference: orderId && shortReference(orderId),
    orderNumber: orderId && orderNumber(orderId),
    isOrderCancelled: subject.orderState === "cancelled",
    isOrderFulfilled: subject.orderState === "fulfilled",
    refundAmount: subject.price,
    refundedBefore: 0,
    isPaid: subject.paidAt !== null,
    statement: "",
    at,
    urls: {
      checkout: checkoutUrl(subject),
      certificate: certificate && addressIn(certificate, language),
      pdf: certificate && addressIn(`${certificate}/pdf`, language),
      shop: subject.cancelUrl,
    },
  };
}

const refused = (reason: string): PreparedMail => ({ state: "refused", reason });

interface Due {
  kind: MailKind;
  subject: Subject;
  createdAt: Date;
  refundId: string | undefined;
  returnedAmount: number | undefined;
}

/**
 * The refund that the mail is about, or the one that follows a withdrawal; null for other mails, and
 * for those of older versions, which are about the whole payment.
 */
async function findRefund(
  ctx: Context,
  { kind, subject, ...due }: Due,
): Promise<(RefundFacts & { kind: RefundKind | null; settledAt: Date | null }) | null> {
  const refundId = due.refundId ?? null;
  if (refundId === null && kind !== "withdrawal") return null;
  const where = { checkoutSessionId: subject.sessionId };
  const rows = await ctx.db.prisma.refund.findMany({ where });
  const refunds = rows.map(({ id, state, kind, amount, settledAt }) => ({
    ...{ id, state: state as RefundState, kind: kind as RefundKind, settledAt },
    amount: Number(amount),
  }));
  const amountBefore = refundedBefore(refunds, refundId);
  const refund = refunds.find(({ id }) => id === refundId);
  const amount = refund?.amount ?? subject.price - amountBefore;
  return { amount, amountBefore, kind: refund?.kind ?? null, settledAt: refund?.settledAt ?? null };
}

const isDisputed = async ({ db }: Context, { accountId, paymentId: id }: Subject) =>
  id !== null && hasOpenDispute(db, { accountId, id });

/** The subject with the portfolio's name in the customer's language. */
async function translated(ctx: Context, subject: Subject): Promise<Subject> {
  const { mode, portfolioId: id, portfolioName: name } = subject;
  const input = { mode, language: languageFor(subject), ids: { portfolio: [id] } };
  const portfolio = (await findTranslated(ctx, input)).inEntry("portfolio", { id, name });
  return { ...subject, portfolioName: portfolio.name };
}

/** Of the invoice or credit note in the mail. */
function documentIdOf({ kind, subject, refundId }: Due): string | null {
  if (kind === "receipt" || kind === "invoice") return subject.sessionId;
  return kind === "refund" || kind === "credit-note" ? (refundId ?? null) : null;
}

async function prepareKind(ctx: Context, due: Due): Promise<PreparedMail> {
  const { kind, subject, createdAt } = due;
  if (subject.customerEmail === null) return refused("the session has no email address");
  const language = languageFor(subject);
  const isCertificate = kind === "certificate" || kind === "retired";
  const parts = isCertificate
    ? await findCertificateParts(ctx, { kind, sold: subject, language })
    : ({ state: "certified", statement: "", attachments: [] } as const);
  if (parts.state !== "certified") return parts;
  const { attachments } = parts;
  const statement = kind === "transfer-failed" ? failureText(subject) : parts.statement;
  const refund = await findRefund(ctx, due);
  const moment = refund?.settledAt ?? momentOf(kind, subject, createdAt);
  const facts = {
    ...factsOf(await translated(ctx, subject), moment),
    ...(due.returnedAmount !== undefined && { refundAmount: due.returnedAmount }),
    ...(refund && { refundAmount: refund.amount, refundedBefore: refund.amountBefore }),
    isRefundOtherwise: refund?.kind === "other_means",
    isDisputed: kind === "withdrawal" && (await isDisputed(ctx, subject)),
  };
  const documentId = documentIdOf(due);
  const { sale, sender } = await findSaleFacts(ctx, { ...subject, language, refund, documentId });
  const urls = { ...facts.urls, ...sale.urls };
  const content = renderMail(kind, { ...facts, statement, sale, urls }, language);
  return { state: "ready", to: subject.customerEmail, language, content, sender, attachments };
}

/** The outcome of a transfer that did not arrive in full, in the words of the checkout page. */
function failureText(subject: Subject): string {
  const { provider, unapplied: amount, currency, unappliedReturnedAt } = subject;
  const language = languageFor(subject);
  const copy = provider && providerNamed(provider).checkout().copy[language];
  if (!copy) return "";
  const returns = unappliedReturnedAt === null ? copy.refunding : copy.refunded;
  const arrived = amount ? returns?.(formatMoney({ minor: amount, currency }, language)) : null;
  return [copy.failed, arrived].filter(Boolean).join(" ");
}

/** Instructions for a payment outside the checkout, such as a bank transfer. */
async function prepareInstructions(ctx: Context, subject: Subject): Promise<PreparedMail> {
  if (subject.customerEmail === null) return refused("the session has no email address");
  const { mode, paymentState, provider, providerPaymentId: id, price, currency } = subject;
  if (paymentState !== "processing" || provider === null || id === null) {
    return refused("the session has no pending payment");
  }
  const payment = { id, mode, amount: price, currency };
  const instructions = await providerNamed(provider).instructions?.(ctx.db, payment);
  if (!instructions) return refused("the payment provider has no instructions for this payment");
  const language = languageFor(subject);
  const { title, paragraphs, facts } = instructions[language];
  const { links, footer } = mailCopy[language];
  const shop = oneLine(subject.shopName);
  const { sale, sender } = await findSaleFacts(ctx, { ...subject, language });
  const content = renderDocument({
    language,
    ...(sale.brand && { brand: sale.brand }),
    subject: `${mode === "test" ? "[Test] " : ""}${title} · ${shop}`,
    heading: title,
    notice: null,
    opening: paragraphs.join(" "),
    rows: facts,
    closing: [],
    links: [{ label: links.checkout, url: checkoutUrl(subject) }],
    footer: footer({ moment: "", mass: "", money: "", shop, beneficiary: shop, statement: "" }),
  });
  return { state: "ready", to: subject.customerEmail, language, content, sender };
}

const SessionParams = z.object({
  checkoutSessionId: z.string(),
  refundId: z.string().optional(),
  /** Money that arrived after the payment had ended, and was returned. */
  returnedAmount: z.int().optional(),
});
type SessionParams = z.infer<typeof SessionParams>;
type SessionMail = MailKind | "instructions";

const templateOf = (name: SessionMail): MailTemplate<SessionParams> => ({
  name,
  audience: "customers",
  params: SessionParams,
  async prepare(ctx, { params, createdAt }) {
    const [subject] = await findSubject(ctx.db, params);
    if (!subject) return refused("the session does not exist");
    if (name === "instructions") return prepareInstructions(ctx, subject);
    const { refundId, returnedAmount } = params;
    return prepareKind(ctx, { kind: name, subject, createdAt, refundId, returnedAmount });
  },
});

export const customerMails = [...mailKinds, "instructions" as const].map(templateOf);

interface Session {
  accountId: string;
  checkoutSessionId: string;
}

function mailAbout(
  { accountId, checkoutSessionId }: Session,
  { name, key, ...params }: { name: SessionMail; key: string } & Omit<SessionParams, keyof Session>,
) {
  return mailOf(templateOf(name), {
    key,
    params: { checkoutSessionId, ...params },
    accountId,
    subjectId: checkoutSessionId,
  });
}

/** Builds a mail about a session. Each is sent at most once. */
export const sessionMail = (name: SessionMail, session: Session) =>
  mailAbout(session, { name, key: session.checkoutSessionId });

/** Builds the mail about a refund that succeeded or failed. */
export const refundMail = (session: Session, { id, state }: Pick<Refund, "id" | "state">) =>
  mailAbout(session, {
    name: state === "failed" ? "refund-failed" : "refund",
    key: id,
    refundId: id,
  });

/** Builds the mail about the return of money that arrived after the payment had ended. */
export const returnMail = (payment: Session & Pick<Payment, "id" | "unapplied">, at: Date) =>
  mailAbout(payment, {
    name: "refund",
    key: `${payment.id}-${at.getTime()}`,
    returnedAmount: payment.unapplied,
  });

/** Builds the mail of an invoice or credit note that was issued later than its money moved. */
export const documentMail = (document: Session & { kind: string; id: string }) =>
  document.kind === "invoice"
    ? sessionMail("invoice", document)
    : mailAbout(document, { name: "credit-note", key: document.id, refundId: document.id });
