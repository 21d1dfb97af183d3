import { sql } from "kysely";
import type { AccountContext, Context, Mode } from "#core/context";
import type { Database } from "#core/db";
import { Problem } from "#core/errors";
import type { Currency } from "#core/money";
import { type Params, queriesOn } from "#core/query";
import { type AccountTables, findAccount } from "#domain/accounts";
import type { OrderTables } from "#domain/orders";
import type { BalanceTables } from "./balances/tables";
import { monthSpan } from "./content-rules";
import { findUnbilledDays } from "./document-store";
import { issueInvoice, prepareInvoice } from "./issue-invoice";
import type { BillingTables } from "./tables";

const query = queriesOn<AccountTables & BillingTables & BalanceTables & OrderTables>();

interface Unbilled {
  accountId: string;
  /** Of the account. */
  name: string;
  /** "2026-10" */
  period: string;
  orders: number;
  currency: Currency;
  net: number;
}

const PERIOD = sql<string>`to_char(o.settled_at AT TIME ZONE 'UTC', 'YYYY-MM')`;

interface Ended {
  mode: Mode;
  before: Date;
}

const findUnbilled = query("billing-unbilled", (db, input: Params<Ended>) =>
  db
    .selectFrom("accountLedger as l")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.accountId", "=", "l.accountId").onRef("o.id", "=", "l.orderId"),
    )
    .innerJoin("accounts as a", "a.id", "l.accountId")
    .leftJoin("invoiceLines as billed", (join) =>
      join
        .onRef("billed.accountId", "=", "l.accountId")
        .onRef("billed.orderId", "=", "l.orderId")
        .on("billed.kind", "=", "invoice"),
    )
    .select(["l.accountId", "a.name", "o.currency", PERIOD.as("period")])
    .select([sql<number>`count(*)`.as("orders"), sql<number>`sum(o.price)::bigint`.as("net")])
    .where("l.mode", "=", input.mode)
    .where("l.kind", "=", "order")
    .where("billed.orderId", "is", null)
    .where("a.resetAt", "is", null)
    .where("o.state", "=", "fulfilled")
    .where("o.settledAt", "<", sql<Date>`${input.before}::timestamptz`)
    .groupBy(["l.accountId", "a.name", "o.currency", PERIOD])
    .orderBy(PERIOD)
    .orderBy("l.accountId"),
);

/** Fulfilled orders that no invoice has, by account and month, of the months that have ended. */
export async function listUnbilled(ctx: Context, { mode }: { mode: Mode }): Promise<Unbilled[]> {
  const { now } = ctx;
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  return findUnbilled(ctx.db, { mode, before });
}

/** The same, with the reason for which an invoice waits; null if it can be issued. */
export async function listDrafts(ctx: Context, { mode }: { mode: Mode }) {
  const drafts: (Unbilled & { waitsFor: string | null })[] = [];
  for (const unbilled of await listUnbilled(ctx, { mode })) {
    const { accountId, period } = unbilled;
    const account = await findAccount(ctx, accountId);
    const days = await findUnbilledDays(ctx.db, { accountId, ...monthSpan(period) });
    const waitsFor = account && (await reasonToWait({ ...ctx, account }, { period, days }));
    drafts.push({ ...unbilled, waitsFor });
  }
  return drafts;
}

async function reasonToWait(
  ctx: AccountContext,
  invoice: Parameters<typeof prepareInvoice>[1],
): Promise<string | null> {
  try {
    await prepareInvoice(ctx, invoice);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Text of a refusal, which says what must be set first. @throws any other error */
function reasonOf(error: unknown): string {
  if (!(error instanceof Problem) || error.status >= 500) throw error;
  return error.detail ?? error.title;
}

export interface IssuedMonth {
  issued: { accountId: string; number: string; total: number; currency: Currency }[];
  /** Accounts whose invoice needs something first. */
  blocked: { accountId: string; period: string; reason: string }[];
}

/**
 * Issues all invoices of an ended month, or of every ended month: each in a transaction of its own,
 * so that one that is blocked holds up no other.
 */
export async function issueMonth(
  ctx: Context,
  input: { mode: Mode; period: string | null; database: Database },
): Promise<IssuedMonth> {
  const { period: only, database } = input;
  const result: IssuedMonth = { issued: [], blocked: [] };
  for (const { accountId, period } of await listUnbilled(ctx, input)) {
    if (only !== null && period !== only) continue;
    const account = await findAccount(ctx, accountId);
    if (!account) continue;
    try {
      const invoice = await database.transaction((db) =>
        issueInvoice({ ...ctx, db, account }, { period }),
      );
      if (!invoice) continue;
      const { number, total, currency } = invoice;
      result.issued.push({ accountId, number, total: Number(total), currency });
    } catch (error) {
      result.blocked.push({ accountId, period, reason: reasonOf(error) });
    }
  }
  return result;
}
