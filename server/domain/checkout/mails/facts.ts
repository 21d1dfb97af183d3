// Facts that mails to customers state: certificate, seller, tax, consent and right of withdrawal.
import type { PaymentState } from "#checkout/payments/rules";
import { findDocument, type IssuedDocument } from "#checkout/payments/sale-documents";
import {
  asOf,
  consentOf,
  type GivenConsent,
  matchableFromOf,
  withdrawalStateOf,
} from "#checkout/sessions/rules";
import { paidTaxOf, taxInRefund } from "#checkout/sessions/sale-tax";
import type { Context } from "#core/context";
import { appUrl } from "#core/env";
import type { Language } from "#core/language";
import { type MailBrand, oneLine } from "#core/mail-document";
import { formatMoney, type Money } from "#core/money";
import { smallLogo } from "#core/page-headers";
import { findBrand } from "#domain/brands";
import {
  certificateFileName,
  getCertificateIn,
  getCertificatePdfBy,
  renderPdfApart,
} from "#domain/certificates";
import { retiredMail } from "#domain/evidence";
import { findMerchantProfile, type MerchantProfile } from "#domain/merchants";
import type { OrderState } from "#domain/orders";
import { type MailSender, type PreparedMail, queueMails } from "#domain/queue";
import type { Tax } from "#domain/tax";

export interface SaleFacts {
  brand?: MailBrand;
  /** Name, address and tax id in one line; null without a profile. */
  legalSeller: string | null;
  /** "$0.57 (19% VAT)": within the price, or within the refund. */
  tax: string | null;
  taxText: string | null;
  /** The invoice or credit note that the mail is or belongs to, of a business. */
  document?: IssuedDocument | "waits" | null;
  consent: GivenConsent | null;
  /** Null if the customer cannot withdraw, or not any more. */
  withdrawal: { until: Date; isCoolingOff: boolean } | null;
  /** The day by which the credits of a waiting back-order come. */
  creditsExpectedBy: Date | null;
  urls: Record<"withdraw" | "terms" | "refunds", string | null>;
}

function sellerLine(profile: MerchantProfile | null, language: Language): string | null {
  if (!profile?.legalName) return null;
  const { legalName, address, countryCode, taxId, supportEmail } = profile;
  const names = new Intl.DisplayNames(language, { type: "region" });
  const country = countryCode && names.of(countryCode);
  const lines = [legalName, ...(address?.split("\n") ?? []), country, taxId, supportEmail];
  return lines
    .filter(Boolean)
    .map((line) => oneLine(line ?? ""))
    .join(", ");
}

function taxLine(tax: Tax, taxed: Money, language: Language): string | null {
  if (taxed.minor === 0) return null;
  const rate = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 });
  const amount = formatMoney(taxed, language);
  return `${amount} (${rate.format(tax.rateBasisPoints / 10_000)} ${tax.name[language]})`;
}

/** A refund, and what was refunded before it. */
export interface RefundFacts {
  amount: number;
  amountBefore: number;
}

interface Query {
  sessionId: string;
  orderState: OrderState | null;
  language: Language;
  /** The subaccount, or else the account. */
  shopName: string;
  /** Null in mails that are not about a refund. */
  refund?: RefundFacts | null;
  documentId?: string | null;
}

/** The facts of a sale, and the sender of mails about it. */
export async function findSaleFacts(
  ctx: Context,
  { sessionId, orderState, language, shopName, refund = null, documentId = null }: Query,
): Promise<{ sale: SaleFacts; sender: MailSender }> {
  const row = await ctx.db.prisma.checkoutSession.findFirstOrThrow({ where: { id: sessionId } });
  const { now } = ctx;
  const session = asOf(now, row);
  const { accountId, withdrawalUntil: until, withdrawalKey } = session;
  const profile = await findMerchantProfile(ctx, { accountId });
  const brand = await findBrand(ctx, session);
  const tax = paidTaxOf(session);
  const taxAmount = tax && (refund ? taxInRefund(tax, refund) : tax.tax);
  const state = orderState && withdrawalStateOf(session, { orderState, now });
  const isOpen = state === "open" && until !== null;
  return {
    sender: {
      name: oneLine(brand.senderName ?? shopName),
      replyTo: profile?.replyTo ?? profile?.supportEmail ?? null,
    },
    sale: {
      brand: {
        name: oneLine(shopName),
        logoUrl: brand.logoUrl && smallLogo(brand.logoUrl),
        accent: brand.accent,
      },
      legalSeller: sellerLine(profile, language),
      tax: tax && taxLine(tax, { minor: taxAmount ?? 0, currency: session.currency }, language),
      taxText: tax?.legalText?.[language] ?? null,
      document: documentId === null ? null : await findDocument(ctx, { accountId, id: documentId }),
      consent: consentOf(session),
      withdrawal: isOpen ? { until, isCoolingOff: matchableFromOf(session, now) !== null } : null,
      creditsExpectedBy: orderState === "placed" ? session.creditsExpectedBy : null,
      urls: {
        withdraw: isOpen ? `${appUrl()}/withdraw/${withdrawalKey}?lang=${language}` : null,
        terms: profile?.termsUrl ?? null,
        refunds: profile?.refundUrl ?? null,
      },
    },
  };
}

interface Sold {
  accountId: string;
  sessionId: string;
  orderId: string | null;
  orderState: OrderState | null;
  paymentState: PaymentState | null;
  price: number;
  /** Of the price: refunded, and to be refunded. */
  refunded: number | null;
  refunding: number | null;
}

/** Returns why the final certificate is not mailed now; null if the payment allows it. */
function paymentHold(sold: Sold): PreparedMail | null {
  const { paymentState, price, refunded, refunding } = sold;
  const isReturned = paymentState === "refunded" || paymentState === "charged_back";
  if (isReturned) return { state: "refused", reason: "the payment was returned" };
  const returnedAmount = (refunded ?? 0) + (refunding ?? 0);
  return paymentState === "paid" && returnedAmount < price ? null : { state: "wait" };
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
