// The SQL of accounts' money: payments of invoices, deposits, and what documents took from them.
import { type Kysely, sql } from "kysely";
import type { Sql } from "#core/db";
import type { Currency } from "#core/money";
import { runOnce } from "#core/query";
import type { Scope } from "#domain/figures";
import type { ReadTables } from "./tables";

type Period = Pick<Scope, "mode" | "from" | "to">;

/** Money of an account in a period. */
export interface Settled {
  /** Payments of invoices. */
  paid: number;
  deposited: number;
  /** Corrections of the balance; negative if they reduce it. */
  adjusted: number;
  /** Invoices that deposits had paid before. */
  fromDeposits: number;
  /** Credit notes for such invoices. */
  toDeposits: number;
}

export interface SettledSum extends Settled {
  accountId: string;
  currency: Currency;
}

export const notSettled = (): Settled => ({
  paid: 0,
  deposited: 0,
  adjusted: 0,
  fromDeposits: 0,
  toDeposits: 0,
});

const entryKinds = ["invoice_payment", "deposit", "adjustment"] as const;
const text = (value: string) => sql<string>`${sql.lit(value)}::text`.as("kind");

/** Entries without those that only settle the tax of an invoice, and documents paid from deposits. */
function movements(db: Kysely<ReadTables>, { mode, from, to }: Period) {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return db
    .selectFrom("accountLedger as l")
    .select(["l.accountId", "l.currency", sql<string>`l.kind`.as("kind"), "l.amount"])
    .where("l.mode", "=", mode)
    .where("l.kind", "in", entryKinds)
    .where((eb) => eb.or([eb("l.kind", "<>", "adjustment"), eb("l.invoiceId", "is", null)]))
    .where("l.createdAt", ">=", from)
    .where("l.createdAt", "<", to)
    .unionAll(
      db
        .selectFrom("invoices as i")
        .select(["i.accountId", "i.currency", text("from_deposits"), "i.total as amount"])
        .where("i.mode", "=", mode)
        .where("i.kind", "=", "invoice")
        .where("i.dueOn", "is", null)
        .where("i.issuedOn", ">=", day(from))
        .where("i.issuedOn", "<", day(to)),
    )
    .unionAll(
      db
        .selectFrom("invoices as note")
        .innerJoin("invoices as i", "i.id", "note.creditsInvoiceId")
        .select(["note.accountId", "note.currency", text("to_deposits"), "note.total as amount"])
        .where("note.mode", "=", mode)
        .where("i.dueOn", "is", null)
        .where("note.issuedOn", ">=", day(from))
        .where("note.issuedOn", "<", day(to)),
    );
}

const sumOf = (kind: (typeof entryKinds)[number] | "from_deposits" | "to_deposits") =>
  sql<number>`coalesce(sum(m.amount) FILTER (WHERE m.kind = ${sql.lit(kind)}), 0)::bigint`;

/** Per account and currency: money of the period. */
export function findSettled(db: Sql, period: Period): Promise<SettledSum[]> {
  return runOnce(db, (builder: Kysely<ReadTables>) =>
    builder
      .selectFrom(movements(builder, period).as("m"))
      .select(["m.accountId", "m.currency"])
      .select(sumOf("invoice_payment").as("paid"))
      .select(sumOf("deposit").as("deposited"))
      .select(sumOf("adjustment").as("adjusted"))
      .select(sumOf("from_deposits").as("fromDeposits"))
      .select(sumOf("to_deposits").as("toDeposits"))
      .groupBy(["m.accountId", "m.currency"]),
  );
}
