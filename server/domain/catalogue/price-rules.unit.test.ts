// Prices: whole kilograms at whole cents, and a total never buys more than it pays for.
import fc from "fast-check";
import { expect, it } from "vitest";
import { kgForTotal, MAX_AMOUNT_KG, priceOf } from "./price-rules";

const amounts = fc.integer({ min: 1, max: MAX_AMOUNT_KG });
const prices = fc.integer({ min: 1, max: 1_000_000 });
const exactCents = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

it("an amount costs exactly its kilograms times the price of one", () => {
  fc.assert(
    fc.property(amounts, prices, (kg, cents) => {
      expect(BigInt(priceOf({ pricePerKgCents: cents }, kg))).toBe(BigInt(kg) * BigInt(cents));
    }),
  );
});

it("a total buys the most whole kilograms that it pays for", () => {
  fc.assert(
    fc.property(exactCents, prices, (total, cents) => {
      expect(BigInt(kgForTotal({ pricePerKgCents: cents }, total))).toBe(
        BigInt(total) / BigInt(cents),
      );
    }),
  );
});
