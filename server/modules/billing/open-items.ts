// Invoices that are not paid yet, of all accounts.
import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import type { Currency } from "#core/money";
import { type Params, queriesOn } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import type { BalanceTables } from "./balances/tables";
import { daysOverdue } from "./content-rules";
import type { BillingTables } from "./tables";

const query = queriesOn<BillingTables & BalanceTables & AccountTables>();

export interface OpenItem {
  id: string;
  /** Id of the live account, by which the dashboard knows it. */
  accountId: string;
  accountName: string;
  /** Id of the account in the invoice's mode. */
  billedId: string;
  number: string;
  issuedOn: string;
  dueOn: string;
  currency: Currency;
  total: number;
  openAmount: number;
  /** 0 until the day after it was due. */
  overdueDays: number;
}

const SETTLED = sql<number>`
  coalesce((SELECT sum(l.amount) FROM account_ledger l
    WHERE l.invoice_id = i.id AND l.kind = 'invoice_payment'), 0)
  + coalesce((SELECT sum(note.total) FROM invoices note
    WHERE note.credits_invoice_id = i.id), 0)`;

const findOpen = query("billing-open-items", (db, items: Params<{ mode: Mode }>) =>
  db
    .selectFrom("invoices as i")
    .innerJoin("accounts as a", "a.id", "i.accountId")
    .select([
      "i.id",
      "i.number",
      "a.name as accountName",
      "i.accountId as billedId",
      "i.total",
      "i.currency",
    ])
    .select(sql<string>`coalesce(a.live_account_id, a.id)`.as("accountId"))
    .select([
      sql<string>`i.issued_on::text`.as("issuedOn"),
      sql<string>`i.due_on::text`.as("dueOn"),
      sql<number>`(i.total - (${SETTLED}))::bigint`.as("openAmount"),
    ])
    .where("i.mode", "=", items.mode)
    .where("i.kind", "=", "invoice")
    .where("i.dueOn", "is not", null)
    .where(sql<boolean>`i.total > ${SETTLED}`)
    .orderBy("i.dueOn")
    .orderBy("i.id"),
);

/** Invoices with an amount still to pay, the longest due first. */
export async function listOpenItems(ctx: Context, { mode }: { mode: Mode }): Promise<OpenItem[]> {
  const rows = await findOpen(ctx.db, { mode });
  return rows.map((row) => ({ ...row, overdueDays: daysOverdue(row.dueOn, ctx.now) }));
}
