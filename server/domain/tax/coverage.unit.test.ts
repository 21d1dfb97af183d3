import { expect, it } from "vitest";
import { countryCodes } from "#core/countries";
import { makeTaxRule } from "#testing/tax-rules";
import { coverageOf, coverageText } from "./coverage";
import { builtInRules } from "./tax-store";

const on = new Date("2026-11-30");

it("the product's rules cover only consumers of the United Kingdom, for sellers there", () => {
  expect(coverageOf(builtInRules, { sellerCountry: "GB", on }).covered).toEqual(["GB"]);
  const { covered, uncovered } = coverageOf(builtInRules, { sellerCountry: "DE", on });
  expect([covered, uncovered.length]).toEqual([[], countryCodes.size]);
});

it("a country is covered by a rule for consumers of the day, and not by one for businesses", () => {
  const rules = [
    makeTaxRule({ id: "home", seller: "DE", buyer: "domestic", buyer_kind: "consumer" }),
    makeTaxRule({ id: "fr", seller: "DE", buyer: "FR", valid_to: "2026-11-29" }),
    makeTaxRule({ id: "rest", seller: "DE", buyer: "abroad", buyer_kind: "business" }),
  ];
  expect(coverageOf(rules, { sellerCountry: "DE", on }).covered).toEqual(["DE"]);
});

it.each([
  [[], ["DE"], "no country"],
  [["DE"], [], "every country"],
  [["DE", "FR"], ["AT", "US"], "Germany and France, and no other country"],
  [["DE", "FR"], ["AT"], "every country but Austria"],
])("covered %s, uncovered %s: %s", (covered, uncovered, text) => {
  expect(coverageText({ covered, uncovered })).toBe(text);
});
