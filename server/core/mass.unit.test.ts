import fc from "fast-check";
import { expect, it } from "vitest";
import { exactTonnes, formatTonnes } from "./mass";

it("tonnes are written with every kg", () => {
  expect([0, 1, 1001, 1_234_567_890].map(formatTonnes)).toEqual([
    "0.000 t",
    "0.001 t",
    "1.001 t",
    "1,234,567.890 t",
  ]);
  fc.assert(
    fc.property(fc.maxSafeNat(), (kg) => {
      const [whole = "", rest = ""] = exactTonnes(kg).split(".");
      expect(BigInt(whole) * 1000n + BigInt(rest)).toBe(BigInt(kg));
    }),
  );
});
