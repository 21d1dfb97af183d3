// Tells what somebody means who checks a retirement: an order, by its number, its id or the link to
// its certificate, or serial numbers.
import { orderIdFromNumber } from "#core/id";

/** What is to be looked up. Some texts may be both: then the order goes first. */
export interface VerificationQuery {
  orderId: string | null;
  serial: string | null;
}

/** Longer than any link to a certificate, or range of serial numbers. Unit: characters. */
export const MAX_QUERY_LENGTH = 2048;

const ORDER_ID = /(?<![0-9a-z])ord_[0-7][0-9a-z]{25}(?![0-9a-z])/i;
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;

/** The order id within a link, or a text that is one; null where there is none. */
export function orderIdIn(text: string): string | null {
  return ORDER_ID.exec(text)?.[0].toLowerCase() ?? null;
}

/** The order that a number stands for, however its digits are grouped; null for other texts. */
export function orderIdOfNumber(text: string): string | null {
  const digits = text
    .replace(INVISIBLE, "")
    .replace(DASHES, "-")
    .replace(/[\s.:]/g, "");
  return orderIdFromNumber(digits);
}

/** What a text asks after; null where it is empty, or nothing that could be looked up. */
export function readQuery(text: string): VerificationQuery | null {
  const meant = text.trim();
  if (meant === "" || meant.length > MAX_QUERY_LENGTH) return null;
  const orderId = orderIdIn(meant) ?? orderIdOfNumber(meant);
  const isLink = /^[a-z][a-z0-9+.-]*:\/\//i.test(meant);
  return { orderId, serial: isLink ? null : meant };
}
