// What the words mean that somebody types to find an order, and in what order orders are listed. Pure.
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

/** Where to look. Ids are stretches, of one id where it was given whole. */
export type Wanted =
  | { by: "id"; first: string; last: string }
  | { by: "session"; id: string }
  | { by: "text"; text: string };

const HEX_DIGITS = 32;
/** Two groups of an order number, the second begun: what no description is by chance. */
const NUMBER = /^[\da-f]{4}(-[\da-f]{4})*-[\da-f]{1,4}$/;

/** The ids whose order number begins so, or null where it is no such beginning. */
function idsOfNumber(typed: string): { first: string; last: string } | null {
  // Lists show a number's first digits with dots after them.
  const number = typed.toLowerCase().replace(/(?:…|\.{3})$/, "");
  const digits = number.replaceAll("-", "");
  if (!NUMBER.test(number) && digits.length !== HEX_DIGITS) return null;
  const first = orderIdFromNumber(digits.padEnd(HEX_DIGITS, "0"));
  if (first === null) return null;
  return { first, last: orderIdFromNumber(digits.padEnd(HEX_DIGITS, "f")) ?? first };
}

/** An order by its id, number or the beginning of one, by its checkout session's id, or by words. */
export function readOrderSearch(typed: string): Wanted {
  const id = typed.toLowerCase();
  if (id.startsWith(`${idPrefixes.order}_`)) return { by: "id", first: id, last: id };
  if (id.startsWith(`${idPrefixes.checkoutSession}_`)) return { by: "session", id };
  const ids = idsOfNumber(typed);
  return ids ? { by: "id", ...ids } : { by: "text", text: typed };
}
