// Identifiers: a prefix that says what it names, and a UUIDv7 in lower-case Crockford base32
// (the TypeID form), so that ids of one prefix sort by the time of their making.
import { TypeID, typeid } from "typeid-js";

export const idPrefixes = {
  account: "acc",
  apiKey: "key",
  auditEntry: "aud",
  checkoutSession: "cs",
  event: "evt",
  order: "ord",
  payment: "pay",
  person: "per",
  subaccount: "sub",
  webhookSecret: "whs",
} as const;

/** A new id, later in sort order than all that this process made before. */
export function newId(kind: keyof typeof idPrefixes): string {
  return typeid(idPrefixes[kind]).toString();
}

const CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";

/** The hex digits of four or fewer letters, of 5 bits each. */
function hexOf(letters: string, digits: number): string {
  let value = 0;
  for (const letter of letters) value = value * 32 + CROCKFORD.indexOf(letter);
  return value.toString(16).padStart(digits, "0");
}

/**
 * The order number on a certificate: the id's 128 bits in hex, in groups of four. By hand, since
 * every order in a list has one, and the library takes a fifth of such a request.
 */
export function orderNumber(orderId: string): string {
  const letters = orderId.slice(-26);
  // 26 letters are 130 bits, of which the first two are zero; four letters are five hex digits.
  let hex = hexOf(letters.slice(0, 2), 2);
  for (let place = 2; place < 26; place += 4) hex += hexOf(letters.slice(place, place + 4), 5);
  return hex.replace(/.{4}(?!$)/g, "$&-");
}

/** The order id that an order number stands for, or null where it is not one. */
export function orderIdFromNumber(number: string): string | null {
  const hex = number.trim().toLowerCase().replaceAll("-", "");
  if (!/^[0-9a-f]{32}$/.test(hex)) return null;
  const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return TypeID.fromUUID(idPrefixes.order, uuid).toString();
}
