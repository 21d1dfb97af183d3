import { orderIdFromNumber } from "#core/id";
import type { Language } from "#core/language";

/** A text can be both an order and a serial number. The order takes precedence. */
export interface VerificationQuery {
  orderId: string | null;
  serial: string | null;
  /** Revision of the reader's copy, if it is known. */
  revision?: number | null;
  /** Of statements and names; by default original names with English statements. */
  language?: Language;
}

/** Longer than any certificate link or range of serial numbers, in characters. */
export const MAX_QUERY_LENGTH = 2048;

const ORDER_ID = /(?<![0-9a-z])ord_[0-7][0-9a-z]{25}(?![0-9a-z])/i;
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;

/** Returns the order ID in a link or text. */
export function orderIdIn(text: string): string | null {
  return ORDER_ID.exec(text)?.[0].toLowerCase() ?? null;
}

/** Returns the revision in a link that a certificate's QR code contains. */
export function revisionIn(text: string): number | null {
  const digits = /[?&]revision=(\d{1,9})(?![\w.])/.exec(text)?.[1];
  return digits === undefined || Number(digits) < 1 ? null : Number(digits);
}

/** Returns the order with this number, regardless of how its digits are grouped. */
export function orderIdOfNumber(text: string): string | null {
  const digits = text
    .replace(INVISIBLE, "")
    .replace(DASHES, "-")
    .replace(/[\s.:]/g, "");
  return orderIdFromNumber(digits);
}

/** Returns true for what may be an order's short reference, which is no key: "7H3K-9Q2X". */
export function isShortReference(text: string): boolean {
  const meant = text.replace(INVISIBLE, "").replace(DASHES, "-").trim();
  const letters = /^[0-9a-hjkmnp-tv-z]{4}[- ]?[0-9a-hjkmnp-tv-z]{4}$/i;
  return letters.test(meant) && /[a-z]/i.test(meant);
}

/** Parses a query; null if it is empty or too long. */
export function readQuery(text: string): VerificationQuery | null {
  const meant = text.trim();
  if (meant === "" || meant.length > MAX_QUERY_LENGTH) return null;
  const orderId = orderIdIn(meant) ?? orderIdOfNumber(meant);
  const isLink = /^[a-z][a-z0-9+.-]*:\/\//i.test(meant);
  return { orderId, serial: isLink ? null : meant, revision: revisionIn(meant) };
}
