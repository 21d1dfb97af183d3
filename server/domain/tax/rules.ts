import { z } from "zod";
import { euCountryCodes } from "#core/countries";
import { invalid } from "#core/errors";
import { buyerAreas, type TaxRule, TaxRuleFile } from "./schema";

type TaxKind = TaxRule["kind"];
type PerLanguage = TaxRule["name"];

/** A sale as far as tax depends on it. */
export interface TaxedSale {
  /** ISO 3166-1 alpha-2 codes. */
  sellerCountry: string;
  buyerCountry: string;
  isBusiness: boolean;
  /** The day of supply, in UTC. */
  on: Date;
  /** Negative for a credit note. */
  amount: number;
  /** True if the amount includes the tax, as on the checkout; false if it is added, as on invoices. */
  isInclusive: boolean;
}

export interface Tax {
  ruleId: string;
  kind: TaxKind;
  rateBasisPoints: number;
  net: number;
  tax: number;
  gross: number;
  /** "VAT" */
  name: PerLanguage;
  /** Must be printed on documents. */
  legalText: PerLanguage | null;
}

const WHOLE = 10_000n;

/** Half a cent is rounded away from zero, so that a credit note mirrors its invoice. */
function roundedShare(amount: number, part: bigint, whole: bigint): number {
  const size = BigInt(Math.abs(amount));
  const share = Number((2n * size * part + whole) / (2n * whole));
  // Not -share, which would print "-0" for a share of nothing.
  return amount < 0 ? 0 - share : share;
}

/** The tax on a net amount. */
export function taxOnNet(net: number, rateBasisPoints: number): number {
  return roundedShare(net, BigInt(rateBasisPoints), WHOLE);
}

/** The tax within an amount that includes it. */
export function taxInGross(gross: number, rateBasisPoints: number): number {
  const rate = BigInt(rateBasisPoints);
  return roundedShare(gross, rate, WHOLE + rate);
}

/** The tax on a net amount, rounded up: what a sum of many amounts never exceeds. */
export function taxRoundedUp(net: number, rateBasisPoints: number): number {
  const product = BigInt(net) * BigInt(rateBasisPoints);
  return Number((product + WHOLE - 1n) / WHOLE);
}

const isEu = (country: string) => euCountryCodes.has(country);

function coversArea(rule: TaxRule, seller: string, buyer: string): boolean {
  switch (rule.buyer) {
    case "domestic":
      return buyer === seller;
    case "other_eu_state":
      return isEu(buyer) && buyer !== seller;
    case "outside_eu":
      return !isEu(buyer);
    case "abroad":
      return buyer !== seller;
    case "anywhere":
      return true;
    default:
      return rule.buyer === buyer;
  }
}

type Parties = Pick<TaxedSale, "sellerCountry" | "buyerCountry" | "isBusiness" | "on">;

function covers(rule: TaxRule, { sellerCountry, buyerCountry, isBusiness, on }: Parties): boolean {
  const day = on.toISOString().slice(0, 10);
  const ofSeller = rule.seller === sellerCountry || (rule.seller === "EU" && isEu(sellerCountry));
  const ofKind = rule.buyer_kind === "any" || (rule.buyer_kind === "business") === isBusiness;
  const ofDay = rule.valid_from <= day && (rule.valid_to === null || day <= rule.valid_to);
  return ofSeller && ofKind && ofDay && coversArea(rule, sellerCountry, buyerCountry);
}

/** Lower is more specific; a named country comes before every area. */
function rankOf(rule: TaxRule): number {
  const area = (buyerAreas as readonly string[]).indexOf(rule.buyer) + 1;
  return area * 4 + (rule.seller === "EU" ? 2 : 0) + (rule.buyer_kind === "any" ? 1 : 0);
}

/**
 * The most specific of the rules that cover a sale; of equally specific ones the earlier in the
 * list. Null if none does: the operator must decide, so documents are not issued.
 */
function findRule(rules: readonly TaxRule[], parties: Parties): TaxRule | null {
  const [first = null] = rules
    .filter((rule) => covers(rule, parties))
    .sort((a, b) => rankOf(a) - rankOf(b));
  return first;
}

/** Applies a list of rules to a sale. Null if no rule covers it. */
export function applyTaxRules(rules: readonly TaxRule[], sale: TaxedSale): Tax | null {
  const rule = findRule(rules, sale);
  if (!rule) return null;
  const { amount, isInclusive } = sale;
  const rate = rule.rate_basis_points;
  const tax = isInclusive ? taxInGross(amount, rate) : taxOnNet(amount, rate);
  const net = isInclusive ? amount - tax : amount;
  return {
    ruleId: rule.id,
    kind: rule.kind,
    rateBasisPoints: rate,
    net,
    tax,
    gross: net + tax,
    name: rule.name,
    legalText: rule.legal_text,
  };
}

const overlap = (a: TaxRule, b: TaxRule) =>
  (a.valid_to === null || b.valid_from <= a.valid_to) &&
  (b.valid_to === null || a.valid_from <= b.valid_to);

/** Two rules of one list that would cover the same sales on the same day. */
function conflictOf(rules: readonly TaxRule[]): string | null {
  for (const [index, rule] of rules.entries()) {
    for (const other of rules.slice(0, index)) {
      if (rule.id === other.id) return `two rules have the id ${rule.id}`;
      const isSame =
        rule.seller === other.seller &&
        rule.buyer === other.buyer &&
        rule.buyer_kind === other.buyer_kind;
      if (isSame && overlap(rule, other)) return `${other.id} and ${rule.id} cover the same sales`;
    }
  }
  return null;
}

/** Validates a file of rules. @throws invalid naming the fault */
export function readTaxRules(content: unknown): TaxRule[] {
  const parsed = TaxRuleFile.safeParse(content);
  if (!parsed.success) throw invalid("rules", z.prettifyError(parsed.error));
  const conflict = conflictOf(parsed.data.rules);
  if (conflict !== null) throw invalid("rules", conflict);
  return parsed.data.rules;
}
