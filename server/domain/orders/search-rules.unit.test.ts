import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newId, orderIdFromNumber, orderNumber } from "#core/id";
import { readOrderSearch } from "./search-rules";

const digits = fc.array(fc.constantFrom(..."0123456789abcdef"), { minLength: 32, maxLength: 32 });
/** Any order number, not only today's, which start with the present time. */
const orders = digits.map((hex) => orderIdFromNumber(hex.join("")) ?? "");

describe("an order search", () => {
  it("by id finds that id only, in either case", () => {
    fc.assert(
      fc.property(orders, (id) => {
        const expected = { by: "id", first: id, last: id };
        expect(readOrderSearch(id)).toEqual(expected);
        expect(readOrderSearch(id.toUpperCase())).toEqual(expected);
      }),
    );
  });

  it("by number finds that id only, with or without hyphens", () => {
    fc.assert(
      fc.property(orders, (id) => {
        const number = orderNumber(id);
        const expected = { by: "id", first: id, last: id };
        expect(readOrderSearch(number)).toEqual(expected);
        expect(readOrderSearch(number.toUpperCase())).toEqual(expected);
        expect(readOrderSearch(number.replaceAll("-", ""))).toEqual(expected);
      }),
    );
  });

  it("by the start of a number finds exactly the ids whose number starts with it", () => {
    const ends = fc.constantFrom("", "…", "...", "…91fb");
    const lengths = fc.integer({ min: 6, max: 39 });
    fc.assert(
      fc.property(orders, orders, lengths, ends, (id, other, length, end) => {
        const start = orderNumber(id).slice(0, length);
        fc.pre(!start.endsWith("-"));
        const search = readOrderSearch(start + end);
        if (search.by !== "id") throw new Error(`${start} was read by ${search.by}`);
        const isMatch = (it: string) => search.first <= it && it <= search.last;
        expect(isMatch(id)).toBe(true);
        expect(isMatch(other)).toBe(orderNumber(other).startsWith(start));
        expect(orderNumber(search.first).startsWith(start)).toBe(true);
        expect(orderNumber(search.last).startsWith(start)).toBe(true);
      }),
    );
  });

  it("by a checkout session's id finds the session", () => {
    const id = newId("checkoutSession");
    expect(readOrderSearch(id.toUpperCase())).toEqual({ by: "session", id });
  });

  it.each([
    "4711",
    "dead",
    "deadbeef",
    "dead-",
    "dead-x",
    "xdead-b",
    "dead-bee-f",
    "dead-beeff",
    "deadb-beef",
    "ead-beef",
    "dead…-beef",
    "dead...-beef",
    "dead-b..",
    "0".repeat(31),
    "0".repeat(33),
    `x${"0".repeat(32)}`,
    `${"0".repeat(32)}x`,
    `${"dead-".repeat(8)}b`,
    "ord",
    "cs",
    "x ord_1",
    "October",
  ])("reads %j as text, unchanged", (typed) => {
    expect(readOrderSearch(typed)).toEqual({ by: "text", text: typed });
    expect(readOrderSearch(typed.toUpperCase())).toEqual({ by: "text", text: typed.toUpperCase() });
  });
});
