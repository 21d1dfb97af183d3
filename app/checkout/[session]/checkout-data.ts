import { formatDay } from "#core/dates";
import type { Language } from "#core/language";
import { formatMoney } from "#core/money";
import type { ColoredPortfolio } from "#domain/catalogue";
import type { CheckoutPage } from "#domain/checkout";
import type { Copy } from "./copy/en";
import { type FaultCode, faultCodes } from "./copy/faults";

export type Form = CheckoutPage["forms"][number];

export interface CheckoutData {
  page: CheckoutPage;
  portfolio: ColoredPortfolio | null;
  language: Language;
  t: Copy;
  /** Errors of the last submission. */
  faults: readonly FaultCode[];
}

/** Returns the known fault codes, at most one per field. */
export function faultsOf(given: string | string[] | undefined): FaultCode[] {
  const all = [given ?? []].flat();
  const known = faultCodes.filter((code) => all.includes(code));
  const fieldOf = (code: FaultCode) => code.split(".")[0];
  return known.filter((code, at) => known.findIndex((it) => fieldOf(it) === fieldOf(code)) === at);
}

/** Payment failures that belong to one field. */
const failedFields: Record<string, string> = {
  expired_card: "expiry",
  incorrect_cvc: "cvc",
  incorrect_number: "number",
};

/** Returns the field's error from the last submission, or else from the bank. */
export function errorOf({ page, faults, t }: CheckoutData, field: string): string | undefined {
  const fault = faults.find((code: FaultCode) => code.startsWith(`${field}.`));
  if (fault) return t.faults[fault];
  const { failure } = page;
  const isAbout = faults.length === 0 && failure !== null && failedFields[failure] === field;
  return isAbout ? t.failures[failure] : undefined;
}

export function priceOf({ page, language }: CheckoutData): string {
  return formatMoney({ minor: page.price, currency: page.currency }, language);
}

export function hostOf(url: string): string {
  return new URL(url).host;
}

/** Returns the forms whose provider scripts the page needs now or after an update. */
export function activeForms({ forms, blocker, view }: CheckoutPage): Form[] {
  return blocker === null && ["open", "confirm", "checking"].includes(view) ? forms : [];
}

export function canPay({ page }: CheckoutData): boolean {
  return page.view === "open" && page.hasAttemptsLeft && page.blocker === null;
}

/** The day by which credits beyond stock come, as text; null if stock covers the purchase. */
export function backOrderDayOf({
  page,
  language,
}: Pick<CheckoutData, "page" | "language">): string | null {
  return page.creditsExpectedBy && formatDay(page.creditsExpectedBy, language);
}
