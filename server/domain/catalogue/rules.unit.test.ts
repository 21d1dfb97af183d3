import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeOrder } from "./import-rules";
import {
  fromMillionths,
  MILLION,
  portfolioPricePerTonne,
  pricePerTonne,
  requireMillionths,
  toMillionths,
} from "./price-rules";

const fractions = fc.integer({ min: 1, max: MILLION });
const amount = fc.integer({ min: 1, max: 1_000_000_000 });

/** Parts of a whole million, each with a price. */
const parts = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: MILLION - 1 }), { maxLength: 20 }),
    fc.infiniteStream(amount),
  )
  .map(([cuts, prices]) => {
    const ends = [...cuts.sort((a, b) => a - b), MILLION];
    return ends.map((end, index) => ({
      millionths: end - (ends[index - 1] ?? 0),
      amount: prices.next().value ?? 1,
    }));
  });

describe("fractions", () => {
  test("every fraction of six decimals is exact in millionths, both ways", () => {
    fc.assert(
      fc.property(fractions, (millionths) => {
        expect(toMillionths(Number((millionths / MILLION).toFixed(6)))).toBe(millionths);
        expect(toMillionths(fromMillionths(millionths))).toBe(millionths);
      }),
    );
  });

  test("a fraction with more decimals is rejected, not rounded", () => {
    expect(toMillionths(1 / 3)).toBeNull();
    expect(toMillionths(0.0000001)).toBeNull();
    expect(toMillionths(0.1 + 0.2)).toBeNull();
    expect(toMillionths(0.3)).toBe(300_000);
    expect(requireMillionths(0.3)).toBe(300_000);
    expect(() => requireMillionths(0.0000001)).toThrow(RangeError);
  });
});

const inEuros = (api: number | null, checkout: number | null) => ({
  currency: "eur",
  apiPricePerTonne: api,
  checkoutPricePerTonne: checkout,
});

describe("a portfolio's price per tonne", () => {
  test("is its own if it has one", () => {
    fc.assert(
      fc.property(parts, amount, (list, ownPrice) => {
        expect(pricePerTonne({ ownPrice, parts: list })).toBe(ownPrice);
      }),
    );
  });

  test("is otherwise the exact sum of fraction × price, rounded up to a whole cent", () => {
    fc.assert(
      fc.property(parts, (list) => {
        const sum = list.reduce(
          (all, part) => all + BigInt(part.millionths) * BigInt(part.amount),
          0n,
        );
        const up = (sum + BigInt(MILLION) - 1n) / BigInt(MILLION);
        expect(pricePerTonne({ ownPrice: null, parts: list })).toBe(Number(up));
      }),
    );
  });

  test("is between the cheapest and the most expensive category", () => {
    fc.assert(
      fc.property(parts, (list) => {
        const prices = list.map((part) => part.amount);
        const price = pricePerTonne({ ownPrice: null, parts: list });
        expect(price).toBeGreaterThanOrEqual(Math.min(...prices));
        expect(price).toBeLessThanOrEqual(Math.max(...prices));
      }),
    );
  });

  test("differs by channel, each rounded separately", () => {
    const half = (start: number, api: number, checkout: number) => ({
      startMillionths: start,
      endMillionths: start + 500_000,
      category: { prices: [inEuros(api, checkout)] },
    });
    const allocations = [half(0, 2, 3), half(500_000, 3, 5)];
    const portfolio = { prices: [inEuros(null, 7)], allocations };
    const currency = "eur";
    expect(portfolioPricePerTonne(portfolio, { channel: "api", currency })).toBe(3);
    expect(portfolioPricePerTonne(portfolio, { channel: "checkout", currency })).toBe(7);
    const derived = { ...portfolio, prices: [] };
    expect(portfolioPricePerTonne(derived, { channel: "checkout", currency })).toBe(4);
    expect(portfolioPricePerTonne(derived, { channel: "api", currency: "usd" })).toBeNull();
  });
});

describe("the order of lists", () => {
  const ids = fc.uniqueArray(fc.constantFrom(..."abcdefghijklm"), { maxLength: 13 });

  test("follows the file, keeps everything, and moves only rows of the file", () => {
    fc.assert(
      fc.property(ids, ids, (existing, file) => {
        const merged = mergeOrder(existing, file);
        expect(new Set(merged)).toEqual(new Set([...existing, ...file]));
        expect(merged).toHaveLength(new Set([...existing, ...file]).size);
        expect(merged.filter((id) => file.includes(id))).toEqual(file);
        const others = existing.filter((id) => !file.includes(id));
        expect(merged.filter((id) => others.includes(id))).toEqual(others);
        expect(mergeOrder(merged, file)).toEqual(merged);
      }),
    );
  });

  test("a new item follows its predecessor in the file", () => {
    expect(mergeOrder(["a", "b", "c"], ["b", "n"])).toEqual(["a", "b", "n", "c"]);
    expect(mergeOrder(["a", "b", "c"], ["n", "b"])).toEqual(["a", "n", "b", "c"]);
    expect(mergeOrder(["a", "b", "c"], ["n"])).toEqual(["a", "b", "c", "n"]);
    expect(mergeOrder(["a", "b", "c"], ["c", "a"])).toEqual(["c", "b", "a"]);
  });
});
