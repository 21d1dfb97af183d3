// The SQL of what was sold in a month: allocations of orders that were fulfilled in it, and their
// stored sums. Allocations that replaced others later are left out, because the order was sold once.

import { type Kysely, type SqlBool, sql } from "kysely";
import type { Mode } from "#core/context";
import type { Sql } from "#core/db";
import { nameKey } from "#core/name-order";
import { runOnce } from "#core/query";
import { latestRecord, registryStatus, retiredKg } from "#domain/inventory";
import { shareOfPrice } from "#domain/orders";
import type { ReadTables } from "./tables";

export interface SoldIn {
  accountId: string;
  /** Null: the account with all its subaccounts. */
  subaccountId: string | null;
  from: Date;
  to: Date;
}

/** Place of an allocation in the month. */
export interface SaleKey {
  retiredAt: Date;
  orderId: string;
  orderStartKg: number;
}

const HOUR_MS = 3_600_000;

const allocationsOf = (db: Kysely<ReadTables>, accountId: string) =>
  db
    .selectFrom("retirements as r")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.accountId", "=", "r.accountId").onRef("o.id", "=", "r.orderId"),
    )
    .where("r.accountId", "=", accountId);

const isSold = sql<SqlBool>`r.order_start_kg < o.amount_kg`;

/** Reads the index of an account's retirements, which were written within an hour of fulfillment. */
function soldIn(db: Kysely<ReadTables>, { accountId, subaccountId, from, to }: SoldIn) {
  return allocationsOf(db, accountId)
    .where(isSold)
    .where("r.retiredAt", ">=", new Date(from.getTime() - HOUR_MS))
    .where("r.retiredAt", "<", to)
    .where("o.settledAt", ">=", from)
    .where("o.settledAt", "<", to)
    .$if(subaccountId !== null, (list) => list.where("o.subaccountId", "=", subaccountId));
}

export type SaleGroup = Awaited<ReturnType<typeof findSaleGroups>>[number];

/** Sold kg and price by channel, subaccount, portfolio, project and vintage. */
export function findSaleGroups(db: Sql, { mode, ...sold }: SoldIn & { mode: Mode }) {
  return runOnce(db, (builder: Kysely<ReadTables>) =>
    builder
      // By lot first: the month's days share most lots.
      .with("part", (qb) =>
        qb
          .selectFrom("soldCredits as c")
          .select(["c.lotId", "c.channel", "c.subaccountId", "c.portfolioId"])
          .select(sql<number>`sum(c.amount_kg)::bigint`.as("kg"))
          .select(sql<number>`sum(c.price)::bigint`.as("price"))
          .select(sql<number>`sum(c.registry_retired_kg)::bigint`.as("retiredKg"))
          .where("c.accountId", "=", sold.accountId)
          .where("c.startsAt", ">=", sold.from)
          .where("c.startsAt", "<", sold.to)
          .$if(sold.subaccountId !== null, (list) =>
            list.where("c.subaccountId", "=", sold.subaccountId ?? ""),
          )
          .groupBy(["c.lotId", "c.channel", "c.subaccountId", "c.portfolioId"]),
      )
      .with("grouped", (qb) =>
        qb
          .selectFrom("part as s")
          .innerJoin("creditLots as l", (join) =>
            join.on("l.mode", "=", mode).onRef("l.id", "=", "s.lotId"),
          )
          .select(["l.mode", "s.channel", "s.portfolioId"])
          .select(sql<string | null>`nullif(s.subaccount_id, '')`.as("subaccountId"))
          .select(["l.projectId", "l.vintageYear", "l.registry"])
          .select(sql<number>`sum(s.kg)::bigint`.as("kg"))
          .select(sql<number>`sum(s.price)::bigint`.as("price"))
          .select(sql<number>`sum(s.retired_kg)::bigint`.as("retiredKg"))
          .groupBy(["l.mode", "s.channel", "s.subaccountId", "s.portfolioId"])
          .groupBy(["l.projectId", "l.vintageYear", "l.registry"]),
      )
      .selectFrom("grouped as g")
      .innerJoin("portfolios as f", (join) =>
        join.onRef("f.mode", "=", "g.mode").onRef("f.id", "=", "g.portfolioId"),
      )
      .innerJoin("projects as p", (join) =>
        join.onRef("p.mode", "=", "g.mode").onRef("p.id", "=", "g.projectId"),
      )
      .leftJoin("subaccounts as s", (join) =>
        join.on("s.accountId", "=", sold.accountId).onRef("s.id", "=", "g.subaccountId"),
      )
      .select(["g.channel", "g.subaccountId", "s.name as subaccountName"])
      .select(["g.portfolioId", "f.name as portfolioName"])
      .select(["g.projectId", "p.name as projectName", "g.vintageYear", "g.registry"])
      .select("p.registryId as registryProjectId")
      .select(["g.kg", "g.price", "g.retiredKg"])
      .orderBy(sql.raw(nameKey("s.search_name")), (by) => by.asc().nullsFirst())
      .orderBy("g.subaccountId")
      .orderBy(sql.raw(nameKey("f.search_name")))
      .orderBy(sql.raw(nameKey("p.search_name")))
      .orderBy("g.vintageYear")
      .orderBy("g.channel")
      .orderBy("g.registry"),
  );
}

const orderColumns = [
  "o.channel",
  "o.createdAt",
  "o.settledAt",
  "o.subaccountId",
  "o.portfolioId",
  "o.amountKg as orderAmountKg",
  "o.price as orderPrice",
  "o.currency",
  "o.metadata",
  "o.description",
  "o.checkoutSessionId",
] as const;

const creditColumns = [
  "lot.projectId",
  "lot.vintageYear",
  "lot.registry",
  "p.name as projectName",
  "p.registryId as registryProjectId",
] as const;

const evidenceColumns = [
  "r.replacedKg",
  "e.retiredOn as registryRetiredOn",
  "e.registryReference",
  "e.url as evidenceUrl",
  "lot.retirementUrl as lotUrl",
] as const;

export type SaleRow = Awaited<ReturnType<typeof findSales>>[number];

/** Credits, evidence and place of each of these allocations, with its share of the order's price. */
const salesOf = (allocations: ReturnType<typeof soldIn>) =>
  allocations
    .innerJoin("creditLots as lot", (join) =>
      join.onRef("lot.mode", "=", "r.mode").onRef("lot.id", "=", "r.lotId"),
    )
    .innerJoin("projects as p", (join) =>
      join.onRef("p.mode", "=", "lot.mode").onRef("p.id", "=", "lot.projectId"),
    )
    .innerJoin("portfolios as f", (join) =>
      join.onRef("f.mode", "=", "o.mode").onRef("f.id", "=", "o.portfolioId"),
    )
    .leftJoin("subaccounts as s", (join) =>
      join.onRef("s.accountId", "=", "o.accountId").onRef("s.id", "=", "o.subaccountId"),
    )
    .leftJoin("payments as y", (join) =>
      join
        .onRef("y.accountId", "=", "o.accountId")
        .onRef("y.checkoutSessionId", "=", "o.checkoutSessionId"),
    )
    .leftJoinLateral(latestRecord.as<"e">(sql`e`), (join) => join.onTrue())
    .select([registryStatus.as("registryStatus"), retiredKg.as("registryRetiredKg")])
    .select(["r.orderId", "r.orderStartKg", "r.serialNumberRange"])
    .select(sql<string>`r.order_id || '_' || r.order_start_kg`.as("id"))
    .select(sql<number>`r.order_end_kg - r.order_start_kg`.as("amountKg"))
    .select(shareOfPrice("o", "r").as("price"))
    .select(sql<number>`coalesce(o.price_per_tonne, o.price_per_kg * 1000)`.as("pricePerTonne"))
    .select(orderColumns)
    .select(creditColumns)
    .select(evidenceColumns)
    .select(["s.name as subaccountName", "f.name as portfolioName"])
    .select(["y.id as paymentId", "y.providerPaymentId"]);

/** Up to `limit` allocations after the key, oldest first. */
export function findSales(
  db: Sql,
  sold: SoldIn,
  { after, limit }: { after: SaleKey | null; limit: number },
) {
  const key = ["r.retiredAt", "r.orderId", "r.orderStartKg"] as const;
  return runOnce(db, (builder: Kysely<ReadTables>) =>
    salesOf(soldIn(builder, sold))
      .$if(after !== null, (list) =>
        list.where((eb) =>
          eb(
            eb.refTuple(...key),
            ">",
            eb.tuple(after?.retiredAt ?? sold.from, after?.orderId ?? "", after?.orderStartKg ?? 0),
          ),
        ),
      )
      .orderBy(sql`r.retired_at, r.order_id, r.order_start_kg`)
      .limit(limit),
  );
}

/** All allocations of these orders of the account, without those that replaced others later. */
export function findSalesOfOrders(
  db: Sql,
  { accountId, orderIds }: { accountId: string; orderIds: readonly string[] },
) {
  return runOnce(db, (builder: Kysely<ReadTables>) =>
    salesOf(allocationsOf(builder, accountId))
      .where(isSold)
      .where(sql<SqlBool>`r.order_id = any (${orderIds}::text[])`)
      .orderBy(sql`r.order_id, r.order_start_kg`),
  );
}

/** Place of an allocation that replaced others. */
export type ReplacementKey = Pick<SaleKey, "orderId" | "orderStartKg">;

/**
 * Allocations of the month's orders that were replaced by others, and those that replaced them, by
 * order. They are few: registries rarely show sold credits as someone else's.
 */
export function findRemedied(db: Sql, { accountId, subaccountId, from, to }: SoldIn) {
  return runOnce(db, (builder: Kysely<ReadTables>) =>
    salesOf(allocationsOf(builder, accountId))
      .where("r.orderId", "in", (from) =>
        from
          .selectFrom("allocationRemedies as x")
          .select("x.orderId")
          .where("x.accountId", "=", accountId),
      )
      .where("o.settledAt", ">=", from)
      .where("o.settledAt", "<", to)
      .$if(subaccountId !== null, (list) => list.where("o.subaccountId", "=", subaccountId))
      .where(sql<SqlBool>`(r.replaced_kg > 0 OR r.order_start_kg >= o.amount_kg)`)
      .orderBy(sql`r.order_id, r.order_start_kg`),
  );
}
