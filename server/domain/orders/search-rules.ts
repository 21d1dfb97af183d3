import { idPrefixes, orderIdFromNumber } from "#core/id";

export const orderSorts = [
  "placed.desc",
  "placed.asc",
  "amount.desc",
  "amount.asc",
  "price.desc",
  "price.asc",
] as const;
export type OrderSort = (typeof orderSorts)[number];

/** Columns to search. Ids are ranges, of one id if it is complete. */
export type OrderQuery =
  | { by: "id"; first: string; last: string }
  | { by: "session"; id: string }
  | { by: "text"; text: string };

const HEX_DIGITS = 32;
/**
 * At least one group of an order number and the start of the next: no ordinary text has this form.
 */
const NUMBER = /^[\da-f]{4}(-[\da-f]{4})*-[\da-f]{1,4}$/;

/** The ids whose order number starts with the text; null if it is no start of a number. */
function idsOfNumber(typed: string): { first: string; last: string } | null {
  // Lists show the start of a number, dots and its end.
  const number = typed.toLowerCase().replace(/(?:…|\.{3})[\da-f]{0,4}$/, "");
  const digits = number.replaceAll("-", "");
  if (!NUMBER.test(number) && digits.length !== HEX_DIGITS) return null;
  const first = orderIdFromNumber(digits.padEnd(HEX_DIGITS, "0"));
  if (first === null) return null;
  return { first, last: orderIdFromNumber(digits.padEnd(HEX_DIGITS, "f")) ?? first };
}

/**
 * Reads a search: an order's id or number, the start of one, a checkout session's id, else text.
 */
export function readOrderSearch(typed: string): OrderQuery {
  const id = typed.toLowerCase();
  if (id.startsWith(`${idPrefixes.order}_`)) return { by: "id", first: id, last: id };
  if (id.startsWith(`${idPrefixes.checkoutSession}_`)) return { by: "session", id };
  const ids = idsOfNumber(typed);
  return ids ? { by: "id", ...ids } : { by: "text", text: typed };
}
