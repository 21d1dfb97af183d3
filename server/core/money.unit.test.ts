import { expect, test } from "vitest";
import { currencies, formatMoney, parseMoney, plainAmount } from "./money";

currencies["kwd"] = { digits: 3, providerDigits: 3, step: 10, smallestCharge: 150 };

const minorOf = (typed: string, currency: string) => parseMoney(typed, currency)?.minor ?? null;

test("typed amounts may have either decimal sign, and groups of thousands", () => {
  for (const typed of [
    "1234.5",
    "1234,50",
    "1,234.50",
    "1.234,5",
    "1 234,50",
    "1'234.50",
    " 1234.50 ",
  ]) {
    expect(minorOf(typed, "eur"), typed).toBe(123_450);
  }
  expect(minorOf("1,234,567", "usd")).toBe(123_456_700);
  expect([minorOf("1,500", "jpy"), minorOf("1.500", "jpy")]).toEqual([1500, 1500]);
  expect([minorOf("1,230", "kwd"), minorOf("1,230.55", "kwd")]).toEqual([1230, 1_230_550]);
});

test("amounts that are none, too fine, or could mean two are refused", () => {
  for (const typed of [
    "",
    "x",
    "-5",
    "1.",
    ".5",
    "1.234",
    "1,234",
    "12.345",
    "1,23.50",
    "1,234,50",
  ]) {
    expect(minorOf(typed, "eur"), typed).toBeNull();
  }
  expect([minorOf("1.5", "jpy"), minorOf("1.235", "kwd"), minorOf("9".repeat(13), "usd")]).toEqual([
    null,
    null,
    null,
  ]);
});

test("amounts have the decimals of their currency", () => {
  const yen = { minor: 1500, currency: "jpy" };
  const dinars = { minor: -1230, currency: "kwd" };
  expect([plainAmount(yen), plainAmount(dinars)]).toEqual(["1500", "-1.230"]);
  expect(formatMoney(yen, "en")).toBe("¥1,500");
  expect(formatMoney({ minor: 14_000, currency: "eur" }, "de")).toBe("140,00\u00a0€");
});
