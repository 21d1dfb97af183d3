// The SQL of what was billed, as docs/glossary.md defines it.
import { type RawBuilder, sql } from "kysely";
import type { Currency } from "#core/money";
import { type Params, queriesOn } from "#core/query";
import { accountsOf, type Scope } from "#domain/figures";
import type { DocumentKind } from "#modules/billing/index";
import type { ReadTables } from "./tables";

const query = queriesOn<ReadTables>();

export interface BilledSum {
  accountId: string;
  currency: Currency;
  invoices: number;
  /** With tax, as all amounts of documents. */
  invoiced: number;
  invoicedTax: number;
  creditNotes: number;
  credited: number;
  creditedTax: number;
}

type Summed = "total" | "tax";
const sumOfDocuments = (kind: DocumentKind, column: Summed) =>
  sql<number>`coalesce(sum(i.${sql.raw(column)}) FILTER (WHERE i.kind = ${sql.lit(kind)}), 0)::bigint`;
const countOfDocuments = (kind: DocumentKind) =>
  sql<number>`count(*) FILTER (WHERE i.kind = ${sql.lit(kind)})`;
const dateOf = (start: RawBuilder<Date>) =>
  sql<string>`(${start}::timestamptz AT TIME ZONE 'UTC')::date`;

/** Billed: invoices less credit notes, each in the month in which it was issued. */
export const findBilled = query("statements-sum-billed", (db, scope: Params<Scope>) =>
  accountsOf(db, scope)
    .innerJoin(db.selectFrom("invoices").selectAll().as("i"), "i.accountId", "a.id")
    .select(["a.id as accountId", "i.currency"])
    .select(countOfDocuments("invoice").as("invoices"))
    .select(sumOfDocuments("invoice", "total").as("invoiced"))
    .select(sumOfDocuments("invoice", "tax").as("invoicedTax"))
    .select(countOfDocuments("credit_note").as("creditNotes"))
    .select(sumOfDocuments("credit_note", "total").as("credited"))
    .select(sumOfDocuments("credit_note", "tax").as("creditedTax"))
    .where("i.issuedOn", ">=", dateOf(scope.from))
    .where("i.issuedOn", "<", dateOf(scope.to))
    .groupBy(["a.id", "i.currency"]),
);
