import { expect, it } from "vitest";
import { newContext } from "#core/context";
import { database } from "#core/db";
import { makeTaxRule } from "#testing/tax-rules";
import { listTaxRules, replaceTaxRules, taxOf } from ".";

const context = () => newContext({ type: "system", name: "till" });
const ruleOfGermany = makeTaxRule();

const importRules = (rules: unknown[]) =>
  database().transaction((db) => replaceTaxRules({ ...context(), db }, { rules }));

it("rules that an operator imports decide from then on, and leave the product's in force", async () => {
  const sale = {
    sellerCountry: "DE",
    buyerCountry: "DE",
    isBusiness: true,
    on: new Date("2026-11-01"),
    amount: 119,
    isInclusive: true,
  };
  const before = await listTaxRules(context());
  expect(await taxOf(context(), sale)).toBeNull();
  await importRules([ruleOfGermany]);
  expect(await taxOf(context(), sale)).toMatchObject({ net: 100, tax: 19 });
  expect(await listTaxRules(context())).toEqual([ruleOfGermany, ...before]);
  const eu = await taxOf(context(), { ...sale, buyerCountry: "FR" });
  expect(eu?.legalText?.de).toContain("Steuerschuldnerschaft des Leistungsempfängers");
  await importRules([]);
  expect(await listTaxRules(context())).toEqual(before);
});

it("a file with one bad rule changes nothing", async () => {
  await importRules([ruleOfGermany]);
  await expect(importRules([ruleOfGermany, { ...ruleOfGermany, seller: "XX" }])).rejects.toThrow();
  expect((await listTaxRules(context()))[0]).toEqual(ruleOfGermany);
  await importRules([]);
});
