// Writes a mail to the customer, in text and in HTML, from the facts of a session. Pure.
import { formatMoment } from "#core/dates";
import type { Language } from "#core/language";
import { type MailDocument, oneLine, type RenderedMail, renderDocument } from "#core/mail-document";
import { formatMass } from "#core/mass";
import { formatMoney } from "#core/money";
import { type MailKind, type MailLabel, type MailLink, mailTexts } from "./mail-copy";

/** What a mail tells of. */
export interface MailFacts {
  isTest: boolean;
  shopName: string;
  portfolioName: string;
  amountKg: number;
  pricePerKgCents: number;
  priceCents: number;
  /** Whom the customer named; else the credits are retired for the shop. */
  beneficiaryName: string | null;
  orderNumber: string | null;
  isOrderCancelled: boolean;
  /** When it happened. */
  at: Date;
  /** Absolute; a mail shows those that belong to its kind. */
  urls: Record<MailLink, string | null>;
}

const figures: Record<MailKind, readonly MailLabel[]> = {
  receipt: ["amount", "portfolio", "beneficiary", "pricePerKg", "paid", "seller", "order", "date"],
  certificate: ["amount", "beneficiary", "portfolio", "seller", "order", "date"],
  failure: ["amount", "portfolio", "failed", "seller", "order", "date"],
  refund: ["refunded", "amount", "portfolio", "seller", "order", "date"],
};

const ways: Record<MailKind, readonly MailLink[]> = {
  receipt: ["checkout"],
  certificate: ["certificate", "pdf"],
  failure: ["shop"],
  refund: ["checkout"],
};

const MAX_SUBJECT_NAME = 60;

function shortened(name: string): string {
  const letters = [...name];
  if (letters.length <= MAX_SUBJECT_NAME) return name;
  return `${letters.slice(0, MAX_SUBJECT_NAME - 1).join("")}…`;
}

function valuesOf(facts: MailFacts, language: Language): Record<MailLabel, string | null> {
  const price = formatMoney(facts.priceCents, "USD", language);
  const { beneficiaryName, orderNumber } = facts;
  return {
    amount: `${formatMass(facts.amountKg, language)} CO₂e`,
    portfolio: oneLine(facts.portfolioName),
    pricePerKg: formatMoney(facts.pricePerKgCents, "USD", language),
    paid: price,
    failed: price,
    refunded: price,
    seller: oneLine(facts.shopName),
    beneficiary: beneficiaryName === null ? null : oneLine(beneficiaryName),
    order: orderNumber,
    date: formatMoment(facts.at, language),
  };
}

/** What is to be said after the figures, as things stand. */
function closingOf(kind: MailKind, facts: MailFacts, language: Language): string[] {
  const texts = mailTexts[language];
  const isRefund = kind === "refund";
  return [
    ...(kind === "certificate" && !facts.isTest ? [texts.retiredForGood] : []),
    ...(kind === "receipt" && !facts.isOrderCancelled ? [texts.certificateFollows] : []),
    ...(isRefund && facts.isOrderCancelled ? [texts.orderCancelled] : []),
    ...texts[kind].closing,
  ];
}

function documentOf(kind: MailKind, facts: MailFacts, language: Language): MailDocument {
  const texts = mailTexts[language];
  const values = valuesOf(facts, language);
  const shop = oneLine(facts.shopName);
  const beneficiary = values.beneficiary ?? shop;
  const words = { mass: values.amount ?? "", money: values.paid ?? "", shop, beneficiary };
  const subject = texts[kind].subject({ ...words, shop: shortened(shop) });
  // A certificate says in any case for whom it is.
  const told = kind === "certificate" ? { ...values, beneficiary } : values;
  return {
    language,
    subject: facts.isTest ? `[Test] ${subject}` : subject,
    heading: texts[kind].heading,
    notice: facts.isTest ? texts.testNotice : null,
    opening: texts[kind].opening(words),
    rows: figures[kind].flatMap((figure) => {
      const value = told[figure];
      return value === null ? [] : [{ label: texts.labels[figure], value }];
    }),
    closing: closingOf(kind, facts, language),
    links: ways[kind].flatMap((way) => {
      const url = facts.urls[way];
      return url === null ? [] : [{ label: texts.links[way], url }];
    }),
    footer: texts.footer(words),
  };
}

/** The mail of this kind about these facts. */
export function renderMail(kind: MailKind, facts: MailFacts, language: Language): RenderedMail {
  return renderDocument(documentOf(kind, facts, language));
}
