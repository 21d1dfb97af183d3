import type { Context, Mode } from "#core/context";
import { changesOf } from "#core/edits";
import { conflict, invalid, notFound } from "#core/errors";
import { newId } from "#core/id";
import { recordAudit } from "#domain/accounts";
import { nationalTaxOf, type RateRule } from "#domain/tax";
import { findIssuer, type Issuer, lockIssuers, toIssuer } from "./issuer-store";
import { refreshTaxRates } from "./profiles";
import type { SetIssuer } from "./schema";

/** Values that the form begins with before anything is saved. */
const newIssuer = { number_prefix: "INV" };

interface Place {
  id: string;
  mode: Mode;
}

/** @throws invalid naming the field */
async function requireValid(ctx: Context, { mode, id, ...input }: SetIssuer & Place) {
  const { number_prefix: numberPrefix, rate_rule: rule, country_code: country } = input;
  const other = await ctx.db.prisma.issuer.findFirst({
    where: { mode, numberPrefix, id: { not: id } },
  });
  if (other) throw invalid("number_prefix", `is that of ${other.legalName}`, "exclusive");
  const rules: readonly RateRule[] = nationalTaxOf(country)?.rules ?? [];
  if (rule !== null && !rules.includes(rule)) {
    const choices = rules.length === 0 ? "empty" : `one of ${rules.join(", ")}`;
    throw invalid("rate_rule", `must be ${choices} for ${country}`);
  }
}

/** Sets the details of the mode's issuer; the first time, it is made. @throws conflict; invalid */
export async function setIssuer(
  ctx: Context,
  { mode, ...input }: SetIssuer & { mode: Mode },
): Promise<void> {
  await lockIssuers(ctx, { mode });
  const current = await findIssuer(ctx, { mode });
  const edit = { before: { ...(current?.details ?? newIssuer) }, after: input };
  const changes = changesOf(ctx, { thing: "the issuer", ...edit });
  const id = current?.id ?? newId("issuer");
  await requireValid(ctx, { id, mode, ...input });
  const values = valuesOf(ctx, input);
  const { issuer } = ctx.db.prisma;
  // Not an upsert: the first one has no row to lock, and must not overwrite another first one.
  const { count } = current
    ? await issuer.updateMany({ where: { id }, data: values })
    : await issuer.createMany({
        data: { id, mode, isCurrent: true, ...values },
        skipDuplicates: true,
      });
  if (count === 0) throw conflict("Someone else has just set the issuer", "Reload, and check it.");
  await recordAudit(ctx, { action: "billing.issuer_set", data: { mode, issuer: id }, changes });
  await refreshTaxRates(ctx, { mode });
}

const valuesOf = (ctx: Context, input: SetIssuer) => ({
  legalName: input.legal_name,
  address: input.address,
  countryCode: input.country_code,
  taxId: input.tax_id,
  bankText: input.bank_text,
  numberPrefix: input.number_prefix,
  rateRule: input.rate_rule,
  updatedAt: ctx.now,
});

/** Another legal entity issues the documents from now on, with numbers of its own. @throws invalid */
export async function addIssuer(
  ctx: Context,
  { mode, ...input }: SetIssuer & { mode: Mode },
): Promise<Issuer> {
  await lockIssuers(ctx, { mode });
  const { issuer } = ctx.db.prisma;
  const id = newId("issuer");
  await requireValid(ctx, { id, mode, ...input });
  await issuer.updateMany({ where: { mode, isCurrent: true }, data: { isCurrent: false } });
  await issuer.create({ data: { id, mode, isCurrent: true, ...valuesOf(ctx, input) } });
  await recordAudit(ctx, { action: "billing.issuer_added", data: { mode, issuer: id } });
  await refreshTaxRates(ctx, { mode });
  return { id, details: input };
}

/** A former issuer issues the documents again, and goes on with its numbers. @throws not-found */
export async function chooseIssuer(ctx: Context, { mode, id }: Place): Promise<Issuer> {
  await lockIssuers(ctx, { mode });
  const { issuer } = ctx.db.prisma;
  const row = await issuer.findFirst({ where: { mode, id } });
  if (!row) throw notFound("issuer");
  await issuer.updateMany({ where: { mode, isCurrent: true }, data: { isCurrent: false } });
  await issuer.updateMany({ where: { id }, data: { isCurrent: true } });
  await recordAudit(ctx, { action: "billing.issuer_chosen", data: { mode, issuer: id } });
  await refreshTaxRates(ctx, { mode });
  return toIssuer(row);
}
