import fc from "fast-check";
import { expect, it } from "vitest";
import { kgForTotal, MAX_AMOUNT_KG, priceOf } from "./price-rules";

const amounts = fc.integer({ min: 1, max: MAX_AMOUNT_KG });
const prices = fc.integer({ min: 1, max: 1_000_000 });
const exactCents = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

it("an amount costs its kg times the price per kg", () => {
  fc.assert(
    fc.property(amounts, prices, (kg, cents) => {
      expect(BigInt(priceOf({ pricePerKgCents: cents }, kg))).toBe(BigInt(kg) * BigInt(cents));
    }),
  );
});

it("a total buys as many whole kg as it pays for", () => {
  fc.assert(
    fc.property(exactCents, prices, (total, cents) => {
      expect(BigInt(kgForTotal({ pricePerKgCents: cents }, total))).toBe(
        BigInt(total) / BigInt(cents),
      );
    }),
  );
});
