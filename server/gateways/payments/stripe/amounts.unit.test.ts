import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Currency, currencies } from "#core/money";
import { chargeLimits, fromStripe, toStripe, wholeFromStripe } from "./amounts";

beforeAll(() => {
  currencies["isk"] = { digits: 0, providerDigits: 2, step: 1, smallestCharge: 50 };
  currencies["kwd"] = { digits: 3, providerDigits: 3, step: 10, smallestCharge: 200 };
});
afterAll(() => {
  delete currencies["isk"];
  delete currencies["kwd"];
});

const codes = ["usd", "eur", "jpy", "isk", "kwd"];
const steps = (currency: Currency) => ({ ...currencies[currency] }).step ?? 1;

describe("an amount", () => {
  it.each([
    ["usd", 1250, 1250],
    ["jpy", 1500, 1500],
    ["isk", 1500, 150_000],
    ["kwd", 5120, 5120],
  ])("of %s is counted in Stripe's unit: %d as %d", (currency, minor, atStripe) => {
    expect(toStripe({ minor, currency })).toBe(atStripe);
    expect(fromStripe(atStripe, currency)).toBe(minor);
  });

  it("comes back from Stripe as it was sent", () => {
    const amounts = fc.tuple(fc.constantFrom(...codes), fc.integer({ min: 1, max: 9_999_999 }));
    fc.assert(
      fc.property(amounts, ([currency, count]) => {
        const minor = count * steps(currency);
        expect(fromStripe(toStripe({ minor, currency }), currency)).toBe(minor);
      }),
    );
  });

  it("that isn't whole is an error, and never rounded", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (atStripe) => {
        const minor = atStripe % 100 === 0 ? atStripe / 100 : null;
        expect(wholeFromStripe(atStripe, "isk")).toBe(minor);
      }),
    );
    expect(() => fromStripe(150_050, "isk")).toThrow("150050 isk");
    expect(() => toStripe({ minor: 5124, currency: "kwd" })).toThrow("5124 kwd");
    expect(() => toStripe({ minor: 100, currency: "xyz" })).toThrow('"xyz" is unknown');
  });

  it("of a settlement can be in a currency that no account has", () => {
    expect(wholeFromStripe(1234, "ron")).toBe(1234);
    expect(wholeFromStripe(1234, "krw")).toBe(1234);
  });

  it("has a limit of eight digits at Stripe", () => {
    expect(chargeLimits("usd")).toEqual({ min: 50, max: 99_999_999 });
    expect(chargeLimits("isk")).toEqual({ min: 50, max: 999_999 });
    expect(chargeLimits("kwd")).toEqual({ min: 200, max: 99_999_990 });
    for (const currency of codes) {
      const { max } = chargeLimits(currency);
      expect(String(toStripe({ minor: max, currency })).length).toBeLessThan(9);
    }
  });
});
