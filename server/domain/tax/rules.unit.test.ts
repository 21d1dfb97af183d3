import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeTaxRule } from "#testing/tax-rules";
import { applyTaxRules, readTaxRules, type TaxedSale, taxInGross, taxRoundedUp } from "./rules";
import type { TaxRule } from "./schema";
import { builtInRules } from "./tax-store";

const sale = (changes: Partial<TaxedSale>): TaxedSale => ({
  sellerCountry: "DE",
  buyerCountry: "FR",
  isBusiness: true,
  on: new Date("2026-11-01"),
  amountCents: 10_000,
  isInclusive: false,
  ...changes,
});

describe("the product's rules", () => {
  it.each([
    ["GB", "GB", true, "gb-standard-2024"],
    ["GB", "GB", false, "gb-standard-2024"],
    ["GB", "FR", true, "gb-business-abroad-2024"],
    ["GB", "FR", false, undefined],
    ["DE", "FR", true, "eu-business-other-state"],
    ["DE", "US", true, "eu-business-outside-eu"],
    ["DE", "DE", true, undefined],
    ["DE", "FR", false, undefined],
    ["US", "US", true, undefined],
  ])("of a sale from %s to %s (business: %s): %s", (seller, buyer, isBusiness, expected) => {
    const query = sale({ sellerCountry: seller, buyerCountry: buyer, isBusiness });
    expect(applyTaxRules(builtInRules, query)?.ruleId).toBe(expected);
  });

  it("do not charge UK VAT before September 1, 2024", () => {
    const uk = sale({ sellerCountry: "GB", buyerCountry: "GB" });
    const before = { ...uk, on: new Date("2024-08-31T23:59:59Z") };
    expect(applyTaxRules(builtInRules, before)).toBeNull();
    const after = applyTaxRules(builtInRules, { ...uk, on: new Date("2024-09-01T00:00:00Z") });
    expect(after).toMatchObject({ netCents: 10_000, taxCents: 2_000, grossCents: 12_000 });
  });

  it("print the reason in four languages wherever no tax is charged", () => {
    for (const { kind, legal_text: reason } of builtInRules) {
      if (kind !== "standard")
        expect(Object.keys(reason ?? {}).sort()).toEqual(["de", "en", "es", "fr"]);
    }
  });
});

describe("choosing a rule", () => {
  it("takes a named country before an area, and an area before everywhere", () => {
    const everywhere = makeTaxRule({ id: "everywhere", buyer: "anywhere" });
    const abroad = makeTaxRule({ id: "abroad", buyer: "abroad" });
    const france = makeTaxRule({ id: "france", buyer: "FR" });
    const idOf = (rules: TaxRule[]) => applyTaxRules(rules, sale({}))?.ruleId;
    expect(idOf([everywhere, abroad, france])).toBe("france");
    expect(idOf([everywhere, abroad])).toBe("abroad");
    expect(idOf([everywhere])).toBe("everywhere");
  });

  it("takes the operator's rule before an equally specific one of the product", () => {
    const own = makeTaxRule({ id: "own", seller: "GB" });
    const query = sale({ sellerCountry: "GB", buyerCountry: "GB" });
    const product = builtInRules.filter(({ buyer_kind: kind }) => kind === "any");
    expect(applyTaxRules([own, ...product], query)?.ruleId).toBe("own");
  });
});

describe("a file of rules", () => {
  it.each([
    ["a rate without tax", makeTaxRule({ kind: "zero" }), /rate_basis_points/],
    [
      "no reason for no tax",
      makeTaxRule({ kind: "reverse_charge", rate_basis_points: 0 }),
      /legal_text/,
    ],
    ["an unknown country", makeTaxRule({ seller: "XX" }), /seller/],
    ["an end before the start", makeTaxRule({ valid_to: "2020-01-01" }), /valid_to/],
  ])("with %s is refused by the field's name", (_fault, bad, message) => {
    expect(() => readTaxRules({ rules: [bad] })).toThrow(
      expect.objectContaining({ errors: { rules: [expect.stringMatching(message)] } }),
    );
  });

  it("with two rules for the same sales is refused, unless one ends before the other", () => {
    const later = makeTaxRule({ id: "de-later", valid_from: "2027-01-01" });
    expect(() => readTaxRules({ rules: [makeTaxRule({}), later] })).toThrow();
    expect(readTaxRules({ rules: [makeTaxRule({ valid_to: "2026-12-31" }), later] })).toHaveLength(
      2,
    );
  });
});

const cents = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });
const rate = fc.integer({ min: 1, max: 5_000 });

describe("amounts", () => {
  it("net and tax add up to gross, within half a cent of the exact tax, for every amount", () => {
    fc.assert(
      fc.property(cents, rate, fc.boolean(), (amountCents, basisPoints, isInclusive) => {
        const rules = [makeTaxRule({ rate_basis_points: basisPoints, buyer: "anywhere" })];
        const tax = applyTaxRules(rules, sale({ amountCents, isInclusive }));
        if (!tax) throw new Error("no rule");
        expect(tax.netCents + tax.taxCents).toBe(tax.grossCents);
        expect(isInclusive ? tax.grossCents : tax.netCents).toBe(amountCents);
        const whole = BigInt(isInclusive ? 10_000 + basisPoints : 10_000);
        const error = BigInt(tax.taxCents) * whole - BigInt(amountCents) * BigInt(basisPoints);
        expect(2n * (error < 0n ? -error : error) <= whole).toBe(true);
      }),
    );
  });

  it("a credit of the same amount mirrors the charge", () => {
    fc.assert(
      fc.property(cents, rate, (amount, basisPoints) => {
        const back = -taxInGross(-amount, basisPoints);
        expect(back).toBe(taxInGross(amount, basisPoints));
      }),
    );
  });

  it("rounded up for each part, tax is never less than rounded on the sum", () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 50 });
    fc.assert(
      fc.property(amounts, rate, (parts, basisPoints) => {
        const rules = [makeTaxRule({ rate_basis_points: basisPoints, buyer: "anywhere" })];
        const sum = parts.reduce((total, part) => total + part, 0);
        const onSum = applyTaxRules(rules, sale({ amountCents: sum }))?.taxCents ?? 0;
        const held = parts.reduce((total, part) => total + taxRoundedUp(part, basisPoints), 0);
        expect(held).toBeGreaterThanOrEqual(onSum);
      }),
    );
  });
});
