import fc from "fast-check";
import { expect, it } from "vitest";
import { exactTonnes, formatTonnes, roundMass } from "./mass";

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

it("headlines round large amounts down to whole tonnes", () => {
  const written = [999, 99_999, 100_000, 545_588_627].map((kg) => roundMass(kg));
  expect(written).toEqual(["999 kg", "99.999 t", "100 t", "545,588 t"]);
  expect(roundMass(105_015_004, "de")).toBe("105.015 t");
});
