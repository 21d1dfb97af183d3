// What a checkout page is made of: the session, its portfolio, and whoever reads it.
import type { Language } from "#core/language";
import { formatMoney } from "#core/money";
import type { PortfolioDetailResource } from "#domain/catalogue";
import type { CheckoutPage } from "#domain/checkout";
import type { Texts } from "./texts/en";
import { type FaultCode, faultCodes } from "./texts/texts";

export type Form = CheckoutPage["forms"][number];

export interface Shown {
  page: CheckoutPage;
  portfolio: PortfolioDetailResource | null;
  language: Language;
  t: Texts;
  /** What was wrong with what was sent last. */
  faults: readonly FaultCode[];
}

/** The codes of ours among what the address says, each field's first. */
export function faultsOf(given: string | string[] | undefined): FaultCode[] {
  const all = [given ?? []].flat();
  const known = faultCodes.filter((code) => all.includes(code));
  const fieldOf = (code: FaultCode) => code.split(".")[0];
  return known.filter((code, at) => known.findIndex((it) => fieldOf(it) === fieldOf(code)) === at);
}

/** The failures that are about one field, which says so too. */
const failedFields: Record<string, string> = {
  expired_card: "expiry",
  incorrect_cvc: "cvc",
  incorrect_number: "number",
};

/** What is wrong with a field: what the door said, else what the bank did. */
export function errorOf({ page, faults, t }: Shown, field: string): string | undefined {
  const fault = faults.find((code: FaultCode) => code.startsWith(`${field}.`));
  if (fault) return t.faults[fault];
  const { failure } = page;
  const isAbout = faults.length === 0 && failure !== null && failedFields[failure] === field;
  return isAbout ? t.failures[failure] : undefined;
}

export function priceOf({ page, language }: Shown): string {
  return formatMoney(page.priceCents, "USD", language);
}

export function hostOf(url: string): string {
  return new URL(url).host;
}

/** "j…@example.com": enough to recognise one's own address by. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0] ?? ""}…${email.slice(at)}`;
}

/** The providers' forms where their scripts have something to do, or will without another reload. */
export function activeForms({ forms, blocker, view }: CheckoutPage): Form[] {
  return blocker === null && ["open", "confirm", "checking"].includes(view) ? forms : [];
}

/** Whether the customer may try to pay. */
export function canPay({ page }: Shown): boolean {
  return page.view === "open" && page.hasAttemptsLeft && page.blocker === null;
}
