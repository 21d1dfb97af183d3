import type { Context } from "#core/context";
import { countryCodes, countryName } from "#core/countries";
import { applyTaxRules } from "./rules";
import type { TaxRule } from "./schema";
import { listTaxRules } from "./tax-store";

interface Seller {
  sellerCountry: string;
  /** The day of supply, in UTC. */
  on: Date;
}

/** Countries by whether the rules cover a sale to their consumers. */
export interface Coverage {
  covered: string[];
  uncovered: string[];
}

export function coverageOf(rules: readonly TaxRule[], seller: Seller): Coverage {
  const sale = { ...seller, isBusiness: false, amount: 0, isInclusive: true };
  const isCovered = (buyerCountry: string) =>
    applyTaxRules(rules, { ...sale, buyerCountry }) !== null;
  const all = [...countryCodes];
  return { covered: all.filter(isCovered), uncovered: all.filter((code) => !isCovered(code)) };
}

/** By the rules in force. */
export async function findCoverage(ctx: Context, seller: Seller): Promise<Coverage> {
  return coverageOf(await listTaxRules(ctx), seller);
}

const list = new Intl.ListFormat("en");

/** "Germany and France, and no other country" */
export function coverageText({ covered, uncovered }: Coverage): string {
  const names = (codes: string[]) => list.format(codes.map((code) => countryName(code)));
  if (uncovered.length === 0) return "every country";
  if (covered.length === 0) return "no country";
  return covered.length <= uncovered.length
    ? `${names(covered)}, and no other country`
    : `every country but ${names(uncovered)}`;
}
