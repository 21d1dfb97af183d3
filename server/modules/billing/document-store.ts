import { sql } from "kysely";
import type { Sql } from "#core/db";
import { nameKey } from "#core/name-order";
import { type Params, pick, queriesOn, unnest } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import type { CatalogueTables } from "#domain/catalogue";
import type { OrderTables } from "#domain/orders";
import type { BalanceTables } from "./balances/tables";
import type { NetOfRule } from "./content-rules";
import type { DocumentKind, InvoiceGroup } from "./schema";
import { type BillingTables, lineColumns } from "./tables";

const query = queriesOn<
  BillingTables & BalanceTables & OrderTables & AccountTables & CatalogueTables
>();

interface Span {
  accountId: string;
  from: Date;
  to: Date;
}

const DAY = sql<string>`(o.settled_at AT TIME ZONE 'UTC')::date`;

const IS_UNBILLED = sql<boolean>`NOT EXISTS (
  SELECT FROM invoice_lines billed
  WHERE billed.account_id = o.account_id AND billed.order_id = o.id AND billed.kind = 'invoice')`;

const findDays = query("billing-unbilled-days", (db, span: Params<Span>) =>
  db
    .selectFrom("accountLedger as l")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.accountId", "=", "l.accountId").onRef("o.id", "=", "l.orderId"),
    )
    .select(DAY.as("day"))
    .distinct()
    .where("l.accountId", "=", span.accountId)
    .where("l.kind", "=", "order")
    .where("o.state", "=", "fulfilled")
    .where("o.settledAt", ">=", sql<Date>`${span.from}::timestamptz`)
    .where("o.settledAt", "<", sql<Date>`${span.to}::timestamptz`)
    .where(IS_UNBILLED)
    .orderBy("day"),
);

/** Days of a span on which charged orders were fulfilled that no invoice has yet. */
export async function findUnbilledDays(db: Sql, span: Span): Promise<string[]> {
  return (await findDays(db, span)).map(({ day }) => day);
}

interface DayRule {
  day: string;
  ruleId: string;
}

const insertBilled = query(
  "billing-insert-lines",
  (db, lines: Params<{ accountId: string; invoiceId: string; days: readonly DayRule[] }>) =>
    db
      .insertInto("invoiceLines")
      .columns(lineColumns)
      .expression((from) =>
        from
          .selectFrom(unnest("days", lines.days, { day: "text", ruleId: "text" }))
          .innerJoin("orders as o", (join) =>
            join
              .on("o.accountId", "=", lines.accountId)
              .on("o.state", "=", "fulfilled")
              .on(sql<boolean>`o.settled_at >= days.day::date::timestamp AT TIME ZONE 'UTC'`)
              .on(sql<boolean>`o.settled_at < (days.day::date + 1)::timestamp AT TIME ZONE 'UTC'`),
          )
          .innerJoin("accountLedger as l", (join) =>
            join
              .onRef("l.accountId", "=", "o.accountId")
              .onRef("l.orderId", "=", "o.id")
              .on("l.kind", "=", "order"),
          )
          .select([
            sql<string>`${lines.invoiceId}::text`.as("invoiceId"),
            "o.id",
            "o.accountId",
            sql<DocumentKind>`'invoice'`.as("kind"),
            sql<string>`days.day::date`.as("suppliedOn"),
            "days.ruleId",
            "o.price",
            "o.currency",
          ])
          .where(IS_UNBILLED),
      ),
);

/** Puts the charged orders of these days that no invoice has on this one. */
export async function insertBilledLines(
  db: Sql,
  lines: { accountId: string; invoiceId: string; days: readonly DayRule[] },
): Promise<void> {
  await insertBilled(db, lines);
}

const sumByRule = query("billing-sum-by-rule", (db, document: Params<{ invoiceId: string }>) =>
  db
    .selectFrom("invoiceLines")
    .select("taxRuleId as ruleId")
    .select(sql<number>`sum(net)::bigint`.as("net"))
    .where("invoiceId", "=", document.invoiceId)
    .groupBy("taxRuleId")
    .orderBy("taxRuleId"),
);

export async function sumLines(db: Sql, invoiceId: string): Promise<NetOfRule[]> {
  return sumByRule(db, { invoiceId });
}

const groupLines = query(
  "billing-group-lines",
  (db, document: Params<{ invoiceId: string; withSubaccounts: boolean }>) =>
    db
      .selectFrom("invoiceLines as l")
      .innerJoin("orders as o", (join) =>
        join.onRef("o.accountId", "=", "l.accountId").onRef("o.id", "=", "l.orderId"),
      )
      .innerJoin("portfolios as p", (join) =>
        join.onRef("p.mode", "=", "o.mode").onRef("p.id", "=", "o.portfolioId"),
      )
      .leftJoin("subaccounts as s", (join) =>
        join
          .onRef("s.accountId", "=", "o.accountId")
          .onRef("s.id", "=", "o.subaccountId")
          .on(document.withSubaccounts),
      )
      .select(["p.name as portfolio", "s.name as subaccount"])
      .select([
        sql<number>`coalesce(o.price_per_tonne, o.price_per_kg::bigint * 1000)::bigint`.as(
          "pricePerTonne",
        ),
        sql<number>`count(*)`.as("orders"),
        sql<number>`sum(o.amount_kg)::bigint`.as("amountKg"),
        sql<number>`sum(l.net)::bigint`.as("net"),
      ])
      .where("l.invoiceId", "=", document.invoiceId)
      .groupBy(["p.id", "p.name", "p.searchName", "s.id", "s.name", "s.searchName"])
      .groupBy(sql`3`)
      .orderBy(sql.raw(nameKey("p.search_name")))
      .orderBy(sql.raw(nameKey("s.search_name")))
      .orderBy(sql`3`),
);

/** More lines than this are not separated by subaccount: the statement has them. */
const MAX_GROUPS = 300;

/** The lines of a document by portfolio, price and subaccount. */
export async function findGroups(db: Sql, invoiceId: string): Promise<InvoiceGroup[]> {
  let rows = await groupLines(db, { invoiceId, withSubaccounts: true });
  if (rows.length > MAX_GROUPS) rows = await groupLines(db, { invoiceId, withSubaccounts: false });
  return rows.map((row) => ({
    portfolio: row.portfolio,
    subaccount: row.subaccount,
    orders: row.orders,
    amount_kg: row.amountKg,
    price_per_tonne: row.pricePerTonne,
    net: row.net,
  }));
}

const sumCharges = query("billing-sum-charges", (db, document: Params<{ invoiceId: string }>) =>
  db
    .selectFrom("invoiceLines as i")
    .innerJoin("accountLedger as l", (join) =>
      join
        .onRef("l.accountId", "=", "i.accountId")
        .onRef("l.orderId", "=", "i.orderId")
        .on("l.kind", "=", "order"),
    )
    .select(sql<number>`coalesce(-sum(l.amount), 0)::bigint`.as("chargedAmount"))
    .where("i.invoiceId", "=", document.invoiceId),
);

/** The charges of the document's orders when they were placed, with tax. */
export async function sumChargesOf(db: Sql, invoiceId: string): Promise<number> {
  const [row] = await sumCharges(db, { invoiceId });
  return row?.chargedAmount ?? 0;
}

interface Series {
  issuerId: string;
  kind: DocumentKind;
  year: number;
}

const takeNext = query("billing-next-number", (db, series: Params<Series & { first: number }>) =>
  db
    .insertInto("documentCounters")
    .values({ ...pick(series, ["issuerId", "kind", "year"]), lastSequence: series.first })
    .onConflict((conflict) =>
      conflict
        .columns(["issuerId", "kind", "year"])
        .doUpdateSet({ lastSequence: sql<number>`document_counters.last_sequence + 1` }),
    )
    .returning("lastSequence"),
);

/**
 * Takes the next number of a series. Its counter stays locked until the transaction ends, so a
 * number that is rolled back is the next one's.
 */
export async function takeNextSequence(db: Sql, series: Series): Promise<number> {
  const [row] = await takeNext(db, { ...series, first: 1 });
  if (!row) throw new Error("a counter of documents without a number");
  return row.lastSequence;
}
