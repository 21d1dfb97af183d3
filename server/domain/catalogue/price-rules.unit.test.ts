import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kgForTotal, MAX_AMOUNT_KG, priceOf, pricePerKgBound } from "./price-rules";

const amounts = fc.integer({ min: 1, max: MAX_AMOUNT_KG });
const prices = fc.integer({ min: 1, max: 1_000_000_000 });
const pricesPerKg = fc.integer({ min: 1, max: 1_000_000 });
const totals = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

const price = (pricePerTonne: number, kg: number) => priceOf({ pricePerTonne, priceStep: 1 }, kg);
const kgFor = (pricePerTonne: number, total: number) => kgForTotal({ pricePerTonne }, total);

describe("the price of an amount", () => {
  it("at $7.50 a tonne is $0.19 for 25 kg", () => {
    expect(price(750, 25)).toBe(19);
    expect(price(750, 1000)).toBe(750);
    expect(price(750, 1)).toBe(1);
  });

  it("is kg × price per tonne / 1000, rounded up to a whole cent", () => {
    fc.assert(
      fc.property(amounts, prices, (kg, amount) => {
        const thousandths = BigInt(kg) * BigInt(amount);
        const total = BigInt(price(amount, kg)) * 1000n;
        expect(total >= thousandths && total - thousandths < 1000n).toBe(true);
      }),
    );
  });

  it("never falls when the amount or the price rises", () => {
    fc.assert(
      fc.property(amounts, amounts, prices, prices, (kg, moreKg, amount, moreAmount) => {
        const [low, high] = [Math.min(amount, moreAmount), Math.max(amount, moreAmount)];
        const [few, many] = [Math.min(kg, moreKg), Math.max(kg, moreKg)];
        expect(price(low, few)).toBeLessThanOrEqual(price(high, many));
      }),
    );
  });

  it("is the same as by kg, if the price per tonne is 1000 times one per kg", () => {
    fc.assert(
      fc.property(amounts, pricesPerKg, totals, (kg, amount, total) => {
        expect(BigInt(price(amount * 1000, kg))).toBe(BigInt(kg) * BigInt(amount));
        expect(kgFor(amount * 1000, total)).toBe(Number(BigInt(total) / BigInt(amount)));
        expect(pricePerKgBound(amount * 1000)).toBe(amount);
      }),
    );
  });
});

describe("a total", () => {
  it("buys the most kg that it pays for, and never costs more", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), prices, (total, amount) => {
        const kg = kgFor(amount, total);
        expect(price(amount, kg)).toBeLessThanOrEqual(total);
        expect(price(amount, kg + 1)).toBeGreaterThan(total);
      }),
    );
  });
});

describe("the price per kg", () => {
  it("is an upper bound of what a kg costs in any amount", () => {
    fc.assert(
      fc.property(amounts, prices, (kg, amount) => {
        expect(price(amount, kg)).toBeLessThanOrEqual(pricePerKgBound(amount) * kg);
      }),
    );
  });
});

describe("a currency whose smallest step is more than one minor unit", () => {
  it("has totals that are rounded up to a multiple of the step", () => {
    fc.assert(
      fc.property(amounts, prices, (kg, pricePerTonne) => {
        const total = priceOf({ pricePerTonne, priceStep: 10 }, kg);
        expect(total % 10).toBe(0);
        expect(total - price(pricePerTonne, kg)).toBeLessThan(10);
        expect(total).toBeGreaterThanOrEqual(price(pricePerTonne, kg));
      }),
    );
  });
});
