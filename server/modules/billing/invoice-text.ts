// Texts of a document in its language.
import { formatMoney } from "#core/money";
import { invoiceCopy } from "./invoice-copy";
import type { InvoiceContent } from "./schema";

export type Locale = Pick<InvoiceContent, "language" | "currency">;

export const copyOf = ({ language }: Locale) => invoiceCopy[language];
export const money = (amount: number, { language, currency }: Locale) =>
  formatMoney({ minor: amount, currency: currency.toLowerCase() }, language);
export const number = (value: number, { language }: Locale) =>
  new Intl.NumberFormat(language).format(value);

/** French puts a space before a colon. */
export const labeled = (label: string, value: string, language: InvoiceContent["language"]) =>
  `${label}${language === "fr" ? "\u00a0" : ""}: ${value}`;

export function percent(basisPoints: number, language: string): string {
  return new Intl.NumberFormat(language, {
    style: "percent",
    maximumFractionDigits: 2,
  }).format(basisPoints / 10_000);
}
