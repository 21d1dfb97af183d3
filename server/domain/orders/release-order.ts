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

const endCoolingOffBatch = (name: string, isOfOne: boolean) =>
  query(name, (db, batch: Params<{ now: Date; limit: number; accountId: string }>) =>
    db
      .with("due", (qb) =>
        qb
          .selectFrom("orders")
          .select(["accountId", "id"])
          .where("coolingOff", "=", true)
          .where("matchableFrom", "<=", batch.now)
          .$if(isOfOne, (orders) => orders.where("accountId", "=", batch.accountId))
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
const endCoolingOffOfAll = endCoolingOffBatch("orders-end-cooling-off", false);
const endCoolingOffOfAccount = endCoolingOffBatch("orders-end-cooling-off-of-account", true);

/**
 * Releases up to `limit` orders for matching whose cooling-off period is over: of the account whose
 * time the context has, or of all accounts. Returns how many.
 */
export async function endCoolingOff(
  ctx: SqlContext,
  { limit, accountId = null }: { limit: number; accountId?: string | null },
): Promise<number> {
  const end = accountId === null ? endCoolingOffOfAll : endCoolingOffOfAccount;
  return (await end(ctx.db, { now: ctx.now, limit, accountId: accountId ?? "" })).length;
}
