// Identifiers: a prefix that says what it names, and a UUIDv7 in lower-case Crockford base32
// (the TypeID form), so that ids of one prefix sort by the time of their making.
import { randomBytes } from "node:crypto";
import { TypeID, typeid } from "typeid-js";

export const idPrefixes = {
  account: "acc",
  apiKey: "key",
  auditEntry: "aud",
  checkoutSession: "cs",
  event: "evt",
  loginSession: "ses",
  mail: "mail",
  mailedLink: "lnk",
  order: "ord",
  payment: "pay",
  person: "per",
  portfolio: "pf",
  signingKey: "sig",
  subaccount: "sub",
  task: "tsk",
  webhookSecret: "whs",
  worker: "wrk",
} as const;

/** A new id, later in sort order than all that this process made before. */
export function newId(kind: keyof typeof idPrefixes): string {
  return typeid(idPrefixes[kind]).toString();
}

/** The time within the last id that is secret, in milliseconds since the epoch. */
let lastMs = 0;

/**
 * A new id that nobody can guess, whatever other ids they know: a UUIDv7 with all of its 74 free
 * bits random (RFC 9562, section 5.7). Its time runs ahead of the clock where several are made
 * within a millisecond, so that they too sort in the order of their making.
 */
export function newSecretId(kind: keyof typeof idPrefixes): string {
  lastMs = Math.max(Date.now(), lastMs + 1);
  const hex = randomBytes(10).toString("hex");
  const variant = (8 + (Number.parseInt(hex.slice(3, 4), 16) % 4)).toString(16);
  const time = lastMs.toString(16).padStart(12, "0");
  const uuid = `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant}${hex.slice(4, 7)}`;
  return TypeID.fromUUID(idPrefixes[kind], `${uuid}-${hex.slice(7, 19)}`).toString();
}

/** What sorts before every id that was made at the time or later, and after those made earlier. */
export function firstIdAt(kind: keyof typeof idPrefixes, at: Date): string {
  const time = Math.max(0, at.getTime()).toString(16).padStart(12, "0");
  const uuid = `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
  return TypeID.fromUUID(idPrefixes[kind], uuid).toString();
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
