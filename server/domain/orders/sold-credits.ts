import { type QueryCreator, type Selectable, sql } from "kysely";
import type { SqlContext } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import type { InventoryTables } from "#domain/inventory";
import type { OrderTables } from "./tables";

const query = queriesOn<OrderTables>();

const keys = ["accountId", "startsAt", "channel", "subaccountId", "portfolioId", "lotId"] as const;

/**
 * An allocation's share of its order's price, rounded so that the shares of an order sum to its
 * price.
 */
export function shareOfPrice(order: "o" | "ended", allocation: "r" | "retired") {
  const [o, r] = [sql.table(order), sql.table(allocation)];
  return sql<number>`(
    floor(${o}.price::numeric * ${r}.order_end_kg / ${o}.amount_kg)
    - floor(${o}.price::numeric * ${r}.order_start_kg / ${o}.amount_kg))::bigint`;
}

type Fulfilled = Pick<
  Selectable<OrderTables["orders"]>,
  | "accountId"
  | "id"
  | "channel"
  | "subaccountId"
  | "portfolioId"
  | "settledAt"
  | "amountKg"
  | "price"
  | "currency"
>;
type Allocated = Pick<
  Selectable<InventoryTables["retirements"]>,
  "accountId" | "orderId" | "orderStartKg" | "orderEndKg" | "lotId"
>;

/**
 * Adds the allocations of the preceding query `retired` to what was sold on the day on which their
 * orders, of the preceding query `ended`, were fulfilled. Rows are sorted, so two writers cannot
 * deadlock.
 */
export function addToSoldCredits(
  db: QueryCreator<OrderTables & { ended: Fulfilled; retired: Allocated }>,
) {
  return db
    .insertInto("soldCredits")
    .columns([...keys, "amountKg", "price", "currency"])
    .expression((from) =>
      from
        .selectFrom("ended")
        // A full join never compares every pair, and an order without credits or credits without
        // an order fail.
        .fullJoin("retired", (join) =>
          join
            .onRef("retired.accountId", "=", "ended.accountId")
            .onRef("retired.orderId", "=", "ended.id"),
        )
        .select([
          sql<string>`ended.account_id`.as("accountId"),
          sql<Date>`date_trunc('day', ended.settled_at, 'UTC')`.as("startsAt"),
          sql<"api" | "checkout">`ended.channel`.as("channel"),
          sql<string>`coalesce(ended.subaccount_id, '')`.as("subaccountId"),
          sql<string>`ended.portfolio_id`.as("portfolioId"),
          sql<string>`retired.lot_id`.as("lotId"),
          sql<number>`sum(retired.order_end_kg - retired.order_start_kg)`.as("amountKg"),
          sql<number>`sum(${shareOfPrice("ended", "retired")})`.as("price"),
          sql<string>`ended.currency`.as("currency"),
        ])
        .groupBy(sql`1, 2, 3, 4, 5, 6, 9`)
        .orderBy(sql`1, 2, 3, 4, 5, 6`),
    )
    .onConflict((conflict) =>
      conflict.columns([...keys]).doUpdateSet((eb) => ({
        amountKg: eb("soldCredits.amountKg", "+", eb.ref("excluded.amountKg")),
        price: eb("soldCredits.price", "+", eb.ref("excluded.price")),
      })),
    );
}

/** Kg of sold credits whose evidence arrived, or was withdrawn if negative. */
export interface SoldEvidence {
  accountId: string;
  settledAt: Date | null;
  channel: string;
  subaccountId: string | null;
  portfolioId: string;
  lotId: string;
  kg: number;
}

const evidenceTypes = {
  accountId: "text",
  settledAt: "timestamptz",
  channel: "text",
  subaccountId: "text",
  portfolioId: "text",
  lotId: "text",
  kg: "bigint",
} as const satisfies Record<keyof SoldEvidence, string>;

const addEvidence = query(
  "orders-add-sold-evidence",
  (db, { parts }: Params<{ parts: readonly SoldEvidence[] }>) =>
    db
      .updateTable("soldCredits as sold")
      .from((from) =>
        from
          .selectFrom(unnest("part", parts, evidenceTypes))
          .select(["part.accountId", "part.channel", "part.portfolioId", "part.lotId"])
          .select(sql<Date>`date_trunc('day', part.settled_at, 'UTC')`.as("startsAt"))
          .select(sql<string>`coalesce(part.subaccount_id, '')`.as("subaccountId"))
          .select((eb) => eb.fn.sum<number>("part.kg").as("kg"))
          .groupBy(sql`1, 2, 3, 4, 5, 6`)
          .as("added"),
      )
      .set((eb) => ({ registryRetiredKg: eb("sold.registryRetiredKg", "+", eb.ref("added.kg")) }))
      .whereRef("sold.accountId", "=", "added.accountId")
      .whereRef("sold.startsAt", "=", "added.startsAt")
      .whereRef("sold.channel", "=", sql.ref("added.channel"))
      .whereRef("sold.subaccountId", "=", "added.subaccountId")
      .whereRef("sold.portfolioId", "=", "added.portfolioId")
      .whereRef("sold.lotId", "=", "added.lotId"),
);

/** Parts per statement. */
const BATCH = 5_000;

/** Adds evidence to what was sold, in the transaction that records it. */
export async function addSoldEvidence(
  ctx: SqlContext,
  parts: readonly SoldEvidence[],
): Promise<void> {
  const changed = parts.filter(({ kg }) => kg !== 0);
  for (let first = 0; first < changed.length; first += BATCH) {
    await addEvidence(ctx.db, { parts: changed.slice(first, first + BATCH) });
  }
}
