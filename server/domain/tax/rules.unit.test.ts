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
  amount: 10_000,
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
    expect(after).toMatchObject({ net: 10_000, tax: 2_000, gross: 12_000 });
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

describe("a rule", () => {
  const idsOf = (rules: TaxRule[], query: Partial<TaxedSale> = {}) =>
    applyTaxRules(rules, sale(query))?.ruleId;

  it("with the more specific buyer, then seller, then kind is taken, wherever it is listed", () => {
    const rules = ["FR", "other_eu_state", "abroad", "anywhere"].flatMap((buyer) =>
      ["DE", "EU"].flatMap((seller) =>
        (["business", "any"] as const).map((buyer_kind) =>
          makeTaxRule({ id: `${buyer} ${seller} ${buyer_kind}`, buyer, seller, buyer_kind }),
        ),
      ),
    );
    for (const [at, { id }] of rules.entries()) {
      expect(idsOf(rules.slice(at))).toBe(id);
      expect(idsOf(rules.slice(at).reverse())).toBe(id);
    }
  });

  it("covers buyers of its kind only", () => {
    const kinds = ["business", "consumer", "any"] as const;
    const rules = kinds.map((kind) =>
      makeTaxRule({ id: kind, buyer: "anywhere", buyer_kind: kind }),
    );
    const covered = (isBusiness: boolean) =>
      rules.filter((rule) => idsOf([rule], { isBusiness })).map(({ id }) => id);
    expect(covered(true)).toEqual(["business", "any"]);
    expect(covered(false)).toEqual(["consumer", "any"]);
  });

  it("covers its first and last day, and none before or after", () => {
    const rule = makeTaxRule({
      ...{ id: "november", buyer: "anywhere" },
      ...{ valid_from: "2026-11-01", valid_to: "2026-11-30" },
    });
    const days = ["2026-10-31", "2026-11-01", "2026-11-30", "2026-12-01"];
    expect(days.map((day) => idsOf([rule], { on: new Date(day) }))).toEqual([
      ...[undefined, "november", "november", undefined],
    ]);
  });
});

describe("a file of rules", () => {
  it("may have rules that differ in seller, buyer or kind, but none of the same name", () => {
    const base = makeTaxRule({});
    const others = [{ seller: "FR" }, { buyer: "abroad" }, { buyer_kind: "business" }] as const;
    for (const change of others) {
      expect(readTaxRules({ rules: [base, makeTaxRule({ id: "other", ...change })] })).toHaveLength(
        2,
      );
      expect(() => readTaxRules({ rules: [base, makeTaxRule(change)] })).toThrow(
        expect.objectContaining({ errors: { rules: [`two rules have the id ${base.id}`] } }),
      );
    }
  });

  it("must not have two rules for the same sales on even one day", () => {
    const early = makeTaxRule({ id: "early", valid_to: "2026-12-31" });
    const on = (valid_from: string) => makeTaxRule({ id: "late", valid_from });
    for (const rules of [
      [early, on("2026-12-31")],
      [on("2026-12-31"), early],
    ])
      expect(() => readTaxRules({ rules })).toThrow(
        expect.objectContaining({ errors: { rules: [expect.stringMatching(/same sales/)] } }),
      );
    expect(readTaxRules({ rules: [on("2027-01-01"), early] })).toHaveLength(2);
  });

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

const amount = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });
const rate = fc.integer({ min: 1, max: 5_000 });

describe("amounts", () => {
  it("net and tax add up to gross, within half a cent of the exact tax, for every amount", () => {
    fc.assert(
      fc.property(amount, rate, fc.boolean(), (amount, basisPoints, isInclusive) => {
        const rules = [makeTaxRule({ rate_basis_points: basisPoints, buyer: "anywhere" })];
        const tax = applyTaxRules(rules, sale({ amount, isInclusive }));
        if (!tax) throw new Error("no rule");
        expect(tax.net + tax.tax).toBe(tax.gross);
        expect(isInclusive ? tax.gross : tax.net).toBe(amount);
        const whole = BigInt(isInclusive ? 10_000 + basisPoints : 10_000);
        const error = BigInt(tax.tax) * whole - BigInt(amount) * BigInt(basisPoints);
        expect(2n * (error < 0n ? -error : error) <= whole).toBe(true);
      }),
    );
  });

  it("a credit of the same amount mirrors the charge", () => {
    fc.assert(
      fc.property(amount, rate, (amount, basisPoints) => {
        const back = 0 - taxInGross(0 - amount, basisPoints);
        expect(back).toBe(taxInGross(amount, basisPoints));
      }),
    );
  });

  it("no tax on a credit is zero, not minus zero", () => {
    expect(taxInGross(-1, 1)).toBe(0);
  });

  it("rounded up for each part, tax is never less than rounded on the sum", () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 50 });
    fc.assert(
      fc.property(amounts, rate, (parts, basisPoints) => {
        const rules = [makeTaxRule({ rate_basis_points: basisPoints, buyer: "anywhere" })];
        const sum = parts.reduce((total, part) => total + part, 0);
        const onSum = applyTaxRules(rules, sale({ amount: sum }))?.tax ?? 0;
        const held = parts.reduce((total, part) => total + taxRoundedUp(part, basisPoints), 0);
        expect(held).toBeGreaterThanOrEqual(onSum);
      }),
    );
  });
});
