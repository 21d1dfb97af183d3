// The legal entities that have issued documents. One at a time issues those of a mode.
import type { Context, Mode } from "#core/context";
import { type Params, queriesOn } from "#core/query";
import type { RateRule } from "#domain/tax";
import type { Issuer as Row } from "#prisma";
import type { SetIssuer } from "./schema";
import type { BillingTables } from "./tables";

const query = queriesOn<BillingTables>();

const lock = query("billing-lock-issuers", (db, issuer: Params<{ mode: Mode }>) =>
  db
    .selectFrom("issuers")
    .select("id")
    .where("mode", "=", issuer.mode)
    .orderBy("id")
    .forNoKeyUpdate(),
);

export interface Issuer {
  id: string;
  details: SetIssuer;
}

/** Locks the issuers of a mode until the transaction ends. */
export async function lockIssuers({ db }: Context, { mode }: { mode: Mode }): Promise<void> {
  await lock(db, { mode });
}

export const toIssuer = (row: Row): Issuer => ({
  id: row.id,
  details: {
    legal_name: row.legalName,
    address: row.address,
    country_code: row.countryCode,
    tax_id: row.taxId,
    bank_text: row.bankText,
    number_prefix: row.numberPrefix,
    rate_rule: row.rateRule as RateRule | null,
  },
});

/** The issuer of new documents of a mode. Null until it is set. */
export async function findIssuer(ctx: Context, { mode }: { mode: Mode }): Promise<Issuer | null> {
  const row = await ctx.db.prisma.issuer.findFirst({ where: { mode, isCurrent: true } });
  return row && toIssuer(row);
}

/** The issuer of a document, even if another one issues new ones. */
export async function getIssuer(ctx: Context, { id }: { id: string }): Promise<Issuer> {
  return toIssuer(await ctx.db.prisma.issuer.findUniqueOrThrow({ where: { id } }));
}

/** Issuers of earlier documents, whose numbers go on if they are chosen again. */
export async function listFormerIssuers(ctx: Context, { mode }: { mode: Mode }): Promise<Issuer[]> {
  const rows = await ctx.db.prisma.issuer.findMany({
    where: { mode, isCurrent: false },
    orderBy: { id: "asc" },
  });
  return rows.map(toIssuer);
}
