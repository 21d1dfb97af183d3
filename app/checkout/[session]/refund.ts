// The outcome of a payment whose money the customer gets back, or may get back.
import { formatMoney } from "#core/money";
import type { CheckoutData } from "./checkout-data";
import { disputeCopy } from "./copy/disputes";

/** States the amounts that were refunded, will be, or could not be. */
export function refundParagraphs({ page, language, t }: CheckoutData): string[] {
  const { refunded, refunding } = page.forms[0]?.copy[language] ?? {};
  const { held, reviewed } = disputeCopy[language];
  const outcomes = {
    done: refunded ?? t.refund.done,
    other_means: t.refund.otherMeans,
    under_way: refunding ?? t.refund.underWay,
    held: page.dispute === "disputed" ? held : () => reviewed.text,
    failed: t.refund.failed,
  };
  return page.refunds.map(({ outcome, amount }) =>
    outcomes[outcome](
      formatMoney({ minor: amount, currency: page.currency }, language),
      page.seller.name,
    ),
  );
}

/** True if the customer may need the seller for their money. */
export const hasFailedRefund = ({ page }: CheckoutData) =>
  page.refunds.some(({ outcome }) => outcome === "failed");

/** Title of a paid page. */
export function paidTitle({ page, language, t }: CheckoutData): string {
  const copy = disputeCopy[language];
  if (page.dispute !== null) return copy[page.dispute].title;
  const done = page.refunds.filter(
    ({ outcome }) => outcome === "done" || outcome === "other_means",
  );
  const doneAmount = done.reduce((sum, { amount }) => sum + amount, 0);
  return doneAmount === page.price ? copy.refunded : t.paid.title;
}

/** Paragraphs in place of the order's next step; null if the payment stands. */
export function disputeParagraphs({ page, language }: CheckoutData): string[] | null {
  const { dispute, order } = page;
  if (dispute === null) return null;
  const copy = disputeCopy[language];
  return [copy[dispute].text, order?.isFulfilled ? copy.stays : copy.waits];
}

/** Text of an ended page in place of its general one; null if the bank returned nothing. */
export function returnedText({ page, language }: CheckoutData): string | null {
  return page.dispute === "returned" ? disputeCopy[language].returned.text : null;
}

/** States that credits stay with a refunded order; null without a refund. */
export function staysText({ page, language }: CheckoutData): string | null {
  const isAfter = page.refunds.length > 0 && page.order?.isFulfilled === true;
  return isAfter ? disputeCopy[language].stays : null;
}
