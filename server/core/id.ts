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

/** The order number on a certificate: the id's 128 bits in hex, in groups of four. */
export function orderNumber(orderId: string): string {
  const hex = TypeID.fromString(orderId).toUUID().replaceAll("-", "");
  return (hex.match(/.{4}/g) ?? []).join("-");
}

/** The order id that an order number stands for, or null where it is not one. */
export function orderIdFromNumber(number: string): string | null {
  const hex = number.trim().toLowerCase().replaceAll("-", "");
  if (!/^[0-9a-f]{32}$/.test(hex)) return null;
  const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return TypeID.fromUUID(idPrefixes.order, uuid).toString();
}
