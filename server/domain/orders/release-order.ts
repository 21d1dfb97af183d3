// Orders that were kept out of matching join its queue.
import type { AccountContext, SqlContext } from "#core/context";
import { type Params, queriesOn } from "#core/query";
import type { OrderTables } from "./tables";

const query = queriesOn<OrderTables>();

const endPaymentWait = query(
  "orders-release",
  (db, order: Params<{ accountId: string; id: string }>) =>
    db
      .updateTable("orders")
      .set({ awaitingPayment: false })
      .where("accountId", "=", order.accountId)
      .where("id", "=", order.id)
      .where("awaitingPayment", "=", true)
      .where("state", "=", "placed")
      .returning("id"),
);

/** Releases a paid order for matching. Returns false if it did not wait for a payment. */
export async function releaseOrder(ctx: AccountContext, { id }: { id: string }): Promise<boolean> {
  return (await endPaymentWait(ctx.db, { accountId: ctx.account.id, id })).length === 1;
}

const endCoolingOffBatch = query(
  "orders-end-cooling-off",
  (db, batch: Params<{ now: Date; limit: number }>) =>
    db
      .with("due", (qb) =>
        qb
          .selectFrom("orders")
          .select(["accountId", "id"])
          .where("coolingOff", "=", true)
          .where("matchableFrom", "<=", batch.now)
          .orderBy("matchableFrom")
          .limit(batch.limit)
          .forUpdate()
          .skipLocked(),
      )
      .updateTable("orders")
      .from("due")
      .set({ coolingOff: false })
      .whereRef("orders.accountId", "=", "due.accountId")
      .whereRef("orders.id", "=", "due.id")
      .returning("orders.id"),
);

/**
 * Releases up to `limit` orders for matching whose cooling-off period is over, of all accounts.
 * Returns how many.
 */
export async function endCoolingOff(
  { db, now }: SqlContext,
  { limit }: { limit: number },
): Promise<number> {
  return (await endCoolingOffBatch(db, { now, limit })).length;
}
