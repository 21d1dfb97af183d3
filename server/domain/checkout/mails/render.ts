// Renders mails to customers as text and HTML. Pure.
import { documentCopy, documentRows } from "#checkout/payments/document-rows";
import { formatDay, formatMoment } from "#core/dates";
import type { Language } from "#core/language";
import { type MailDocument, oneLine, type RenderedMail, renderDocument } from "#core/mail-document";
import { formatMass } from "#core/mass";
import { type Currency, formatMoney } from "#core/money";
import { english, type MailCopy, type MailKind, type MailLabel, type MailLink } from "./copy";
import { german } from "./copy-de";
import { spanish } from "./copy-es";
import { french } from "./copy-fr";
import type { SaleFacts } from "./facts";

export interface MailFacts {
  isTest: boolean;
  shopName: string;
  portfolioName: string;
  amountKg: number;
  pricePerTonne: number;
  price: number;
  currency: Currency;
  /** Null: the credits are retired on behalf of the shop. */
  beneficiaryName: string | null;
  /** Short, for phone calls; null without an order. */
  reference: string | null;
  orderNumber: string | null;
  isOrderCancelled: boolean;
  isOrderFulfilled: boolean;
  /** Amount of the refund, or of the one that follows a withdrawal; the price in other mails. */
  refundAmount: number;
  /** The refund was not made with the payment's provider. */
  isRefundOtherwise?: boolean;
  /** Refunded before; 0 in mails that are not about a refund. */
  refundedBefore: number;
  /** False while the money has not arrived. */
  isPaid: boolean;
  /** The customer's bank decides on a dispute, for which refunds wait. */
  isDisputed?: boolean;
  /** The certificate's statement in the mail's language; empty in other mails. */
  statement: string;
  /** Time of the reported event. */
  at: Date;
  /** Null where nothing of it is known. */
  sale?: Omit<SaleFacts, "urls"> | null;
  /** Absolute URLs. Each kind of mail contains only its own links. */
  urls: Partial<Record<MailLink, string | null>>;
}

const purchase = ["amount", "portfolio"] as const;
const numbers = ["reference", "order"] as const;
const sellers = ["seller", "legalSeller"] as const;

const rowsOfKind: Record<MailKind, readonly MailLabel[]> = {
  receipt: [
    ...purchase,
    ...(["beneficiary", "pricePerTonne", "paid", "tax"] as const),
    ...sellers,
    ...numbers,
    "date",
  ],
  certificate: ["amount", "beneficiary", "portfolio", "seller", ...numbers, "date"],
  retired: ["amount", "beneficiary", "portfolio", "seller", ...numbers],
  failure: [...purchase, "failed", "seller", ...numbers, "date"],
  "transfer-failed": [...purchase, "seller", ...numbers, "date"],
  refund: ["refunded", "tax", ...purchase, ...sellers, ...numbers, "date"],
  "refund-failed": ["notRefunded", ...purchase, ...sellers, ...numbers, "date"],
  withdrawal: [
    ...(["paid", "refundedBefore", "toRefund", "tax"] as const),
    ...purchase,
    ...sellers,
    ...numbers,
    "date",
  ],
  invoice: [...purchase, "pricePerTonne", ...sellers, ...numbers],
  "credit-note": [...purchase, ...sellers, ...numbers],
};

const linksOfKind: Record<MailKind, readonly MailLink[]> = {
  receipt: ["checkout", "withdraw", "terms", "refunds"],
  certificate: ["certificate", "pdf"],
  retired: ["certificate", "pdf"],
  failure: ["shop"],
  "transfer-failed": ["shop"],
  refund: ["checkout"],
  "refund-failed": ["checkout"],
  withdrawal: ["checkout"],
  invoice: ["checkout"],
  "credit-note": ["checkout"],
};

const isCertificate = (kind: MailKind) => kind === "certificate" || kind === "retired";

const MAX_SUBJECT_NAME = 60;

function shortened(name: string): string {
  const letters = [...name];
  if (letters.length <= MAX_SUBJECT_NAME) return name;
  return `${letters.slice(0, MAX_SUBJECT_NAME - 1).join("")}…`;
}

/** Rows whose label names the currency: several are written with the same sign. */
const moneyRows: readonly MailLabel[] = [
  ...(["pricePerTonne", "paid", "failed", "refunded", "notRefunded"] as const),
  ...(["refundedBefore", "toRefund", "tax"] as const),
];

function valuesOf(facts: MailFacts, language: Language): Record<MailLabel, string | null> {
  const { currency } = facts;
  const money = (minor: number) => formatMoney({ minor, currency }, language);
  const { refundedBefore: before, isPaid } = facts;
  const price = money(facts.price);
  const { beneficiaryName } = facts;
  return {
    amount: `${formatMass(facts.amountKg, language)} CO₂e`,
    portfolio: oneLine(facts.portfolioName),
    pricePerTonne: money(facts.pricePerTonne),
    paid: isPaid ? price : null,
    failed: price,
    refunded: money(facts.refundAmount),
    notRefunded: money(facts.refundAmount),
    refundedBefore: before > 0 ? money(before) : null,
    toRefund: isPaid && !facts.isDisputed ? money(facts.refundAmount) : null,
    tax: isPaid ? (facts.sale?.tax ?? null) : null,
    legalSeller: facts.sale?.legalSeller ?? null,
    seller: oneLine(facts.shopName),
    beneficiary: beneficiaryName === null ? null : oneLine(beneficiaryName),
    reference: facts.reference,
    order: facts.orderNumber,
    date: formatMoment(facts.at, language),
  };
}

/** Paragraphs of a receipt about consent, withdrawal and tax. */
function saleClosing({ sale }: MailFacts, language: Language): string[] {
  if (!sale) return [];
  const copy = mailCopy[language];
  const { withdrawal, consent, taxText } = sale;
  const until = withdrawal && formatMoment(withdrawal.until, language);
  const mayWithdraw = withdrawal?.isCoolingOff ? copy.coolingOff : copy.mayWithdraw;
  return [
    ...(consent ? [copy.consented(formatMoment(consent.at, language), consent.text)] : []),
    ...(until ? [mayWithdraw(until)] : []),
    ...(taxText ? [taxText] : []),
  ];
}

function afterWithdrawal({ isPaid, isDisputed }: MailFacts, copy: MailCopy): string {
  if (!isPaid) return copy.notPaid;
  return isDisputed ? copy.refundHeld : copy.refundFollows;
}

function closingOf(kind: MailKind, facts: MailFacts, language: Language): string[] {
  const copy = mailCopy[language];
  const isRefund = kind === "refund";
  const isPlaced = kind === "receipt" && !facts.isOrderCancelled;
  const followsLater = facts.sale?.withdrawal?.isCoolingOff === true;
  const day = facts.sale?.creditsExpectedBy;
  return [
    ...(isPlaced && day ? [copy.backOrdered(formatDay(day, language))] : []),
    ...(isPlaced && !followsLater ? [copy.certificateFollows] : []),
    ...(kind === "receipt" ? saleClosing(facts, language) : []),
    ...(isRefund && facts.isOrderCancelled ? [copy.orderCancelled] : []),
    ...(isRefund && facts.isOrderFulfilled ? [copy.orderStays] : []),
    ...(kind === "withdrawal" ? [afterWithdrawal(facts, copy)] : []),
    ...(isRefund && facts.isRefundOtherwise
      ? [copy.otherMeans]
      : lastParagraphs(kind, facts, language)),
    ...(kind === "certificate" ? [copy.finalFollows] : []),
  ];
}

/** A mail with an invoice or a credit note says so, or that it follows. */
function lastParagraphs(
  kind: MailKind,
  { sale }: MailFacts,
  language: Language,
): readonly string[] {
  const { closing } = mailCopy[language][kind];
  const document = sale?.document ?? null;
  if (document === null) return closing;
  const { is, follows } = documentCopy[language];
  const isInvoice = kind === "receipt" || kind === "invoice";
  const named = isInvoice ? "invoice" : "credit_note";
  const paragraph = document === "waits" ? follows[named] : is[named];
  // A receipt's own paragraph says that it is no invoice, and others have its reason for no tax.
  if (kind === "receipt") return [paragraph];
  const reason = document === "waits" ? null : (document.tax.legalText?.[language] ?? null);
  return [...closing, ...(reason === null ? [] : [reason]), paragraph];
}

const statedByDocument: ReadonlySet<MailLabel> = new Set(["legalSeller", "tax"]);

/** Rows of a mail that is an invoice or a credit note. */
function documentPart({ sale }: MailFacts, language: Language) {
  const document = sale?.document ?? null;
  return document === null || document === "waits" ? [] : documentRows(document, language);
}

const aboutRefunds: ReadonlySet<MailKind> = new Set(["refund", "refund-failed", "credit-note"]);

function documentOf(kind: MailKind, facts: MailFacts, language: Language): MailDocument {
  const copy = mailCopy[language];
  const values = valuesOf(facts, language);
  const stated = documentPart(facts, language);
  const shop = oneLine(facts.shopName);
  const beneficiary = values.beneficiary ?? shop;
  const copyValues = {
    moment: formatMoment(facts.at, language),
    mass: values.amount ?? "",
    money: values[aboutRefunds.has(kind) ? "refunded" : "failed"] ?? "",
    ...{ shop, beneficiary, statement: facts.statement },
  };
  const subject = copy[kind].subject({ ...copyValues, shop: shortened(shop) });
  // A certificate always names the beneficiary.
  const rowValues = isCertificate(kind) ? { ...values, beneficiary } : values;
  return {
    language,
    ...(facts.sale?.brand && { brand: facts.sale.brand }),
    subject: facts.isTest ? `[Test] ${subject}` : subject,
    heading: copy[kind].heading,
    notice: facts.isTest ? copy.testNotice : null,
    opening: copy[kind].opening(copyValues),
    rows: [
      ...rowsOfKind[kind].flatMap((row) => {
        const value = stated.length > 0 && statedByDocument.has(row) ? null : rowValues[row];
        const unit = moneyRows.includes(row) ? ` (${facts.currency.toUpperCase()})` : "";
        return value === null ? [] : [{ label: `${copy.labels[row]}${unit}`, value }];
      }),
      ...stated,
    ],
    closing: closingOf(kind, facts, language),
    links: linksOfKind[kind].flatMap((link) => {
      const url = facts.urls[link] ?? null;
      return url === null ? [] : [{ label: copy.links[link], url }];
    }),
    footer: copy.footer(copyValues),
  };
}

export function renderMail(kind: MailKind, facts: MailFacts, language: Language): RenderedMail {
  return renderDocument(documentOf(kind, facts, language));
}

export const mailCopy: Record<Language, MailCopy> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
};
