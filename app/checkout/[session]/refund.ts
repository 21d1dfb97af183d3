// The outcome of a payment whose money the customer gets back, or may get back.
import { formatMoney } from "#core/money";
import type { CheckoutData } from "./checkout-data";
import { claimCopy } from "./copy/claims";

/** States the amount that was refunded or will be; null if none. */
export function refundText({ page, language, t }: CheckoutData): string | null {
  if (page.refund === null) return null;
  const amount = formatMoney(page.refund.amountCents, "USD", language);
  const { refunded, refunding } = page.forms[0]?.copy[language] ?? {};
  const [done, underWay] = [refunded ?? t.refund.done, refunding ?? t.refund.underWay];
  return page.refund.isDone ? done(amount) : underWay(amount);
}

/** Title of a paid page. */
export function paidTitle({ page, language, t }: CheckoutData): string {
  const copy = claimCopy[language];
  if (page.claim !== null) return copy[page.claim].title;
  const isWhole = page.refund?.isDone && page.refund.amountCents === page.priceCents;
  return isWhole ? copy.refunded : t.paid.title;
}

/** Paragraphs in place of the order's next step; null if the payment stands. */
export function claimParagraphs({ page, language }: CheckoutData): string[] | null {
  const { claim, order } = page;
  if (claim === null) return null;
  const copy = claimCopy[language];
  return [copy[claim].text, order?.isFulfilled ? copy.stays : copy.waits];
}

/** Text of an ended page in place of its general one; null if the bank returned nothing. */
export function returnedText({ page, language }: CheckoutData): string | null {
  return page.claim === "returned" ? claimCopy[language].returned.text : null;
}

/** States that retired credits stay with a refunded order; null without a refund. */
export function staysText({ page, language }: CheckoutData): string | null {
  const isAfter = page.refund !== null && page.order?.isFulfilled === true;
  return isAfter ? claimCopy[language].stays : null;
}
