import type { Context } from "#core/context";
import { recordAudit } from "#core/record-audit";
import type { TaxRule as TaxRuleRow } from "#prisma";
import { applyTaxRules, readTaxRules, type Tax, type TaxedSale } from "./rules";
import type { TaxRule } from "./schema";
import content from "./tax-rules.json" with { type: "json" };

/** The product's rules: published facts, which the operator must have checked. */
export const builtInRules: readonly TaxRule[] = readTaxRules(content);

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

function toRule(row: TaxRuleRow): TaxRule {
  return {
    id: row.id,
    seller: row.seller,
    buyer: row.buyer,
    buyer_kind: row.buyerKind as TaxRule["buyer_kind"],
    kind: row.kind as TaxRule["kind"],
    rate_basis_points: row.rateBasisPoints,
    name: row.name as TaxRule["name"],
    legal_text: row.legalText as TaxRule["legal_text"],
    source: row.source,
    valid_from: dayOf(row.validFrom),
    valid_to: row.validTo && dayOf(row.validTo),
  };
}

/** The operator's rules, then the product's, except those whose id the operator reuses. */
export async function listTaxRules(ctx: Context): Promise<TaxRule[]> {
  const rows = await ctx.db.prisma.taxRule.findMany({ orderBy: { position: "asc" } });
  const own = rows.map(toRule);
  const replaced = new Set(own.map(({ id }) => id));
  return [...own, ...builtInRules.filter(({ id }) => !replaced.has(id))];
}

/** The tax on a sale by the rules in force on its day. Null if no rule covers it. */
export async function taxOf(ctx: Context, sale: TaxedSale): Promise<Tax | null> {
  return applyTaxRules(await listTaxRules(ctx), sale);
}

/** Replaces the operator's own rules by those of a file. @throws invalid naming the fault */
export async function replaceTaxRules(ctx: Context, file: unknown): Promise<TaxRule[]> {
  const rules = readTaxRules(file);
  await ctx.db.prisma.taxRule.deleteMany();
  await ctx.db.prisma.taxRule.createMany({
    data: rules.map((rule, position) => ({
      id: rule.id,
      position,
      seller: rule.seller,
      buyer: rule.buyer,
      buyerKind: rule.buyer_kind,
      kind: rule.kind,
      rateBasisPoints: rule.rate_basis_points,
      name: rule.name,
      ...(rule.legal_text && { legalText: rule.legal_text }),
      source: rule.source,
      validFrom: new Date(rule.valid_from),
      validTo: rule.valid_to === null ? null : new Date(rule.valid_to),
    })),
  });
  await recordAudit(ctx, { action: "tax_rules.replaced", data: { rules: rules.length } });
  return rules;
}
