// Changes of a checkout order by its payment, after it was placed.
import type { AccountContext } from "#core/context";
import { type Params, queriesOn } from "#core/query";
import type { OrderState } from "./rules";
import type { OrderTables } from "./tables";

const query = queriesOn<OrderTables>();

interface OneOrder {
  accountId: string;
  id: string;
}

const lock = query("orders-lock-state", (db, order: Params<OneOrder>) =>
  db
    .selectFrom("orders")
    .select("state")
    .where("accountId", "=", order.accountId)
    .where("id", "=", order.id)
    .forUpdate(),
);

/** Locks the order against matching and returns its state. */
export async function lockOrderState(
  ctx: AccountContext,
  { id }: { id: string },
): Promise<OrderState> {
  const [order] = await lock(ctx.db, { accountId: ctx.account.id, id });
  if (!order) throw new Error(`order ${id} does not exist`);
  return order.state;
}

const startPaymentWait = query("orders-hold", (db, order: Params<OneOrder>) =>
  db
    .updateTable("orders")
    .set({ awaitingPayment: true })
    .where("accountId", "=", order.accountId)
    .where("id", "=", order.id)
    .where("state", "=", "placed"),
);

/** Takes a placed order out of matching until `releaseOrder`. */
export async function holdOrder(ctx: AccountContext, { id }: { id: string }): Promise<void> {
  await startPaymentWait(ctx.db, { accountId: ctx.account.id, id });
}

const setRefund = query("orders-set-refund", (db, order: Params<OneOrder & { refunded: number }>) =>
  db
    .updateTable("orders")
    .set({ refunded: order.refunded })
    .where("accountId", "=", order.accountId)
    .where("id", "=", order.id),
);

/** Records the sum of the refunds of the order's payment. */
export async function setOrderRefund(
  ctx: AccountContext,
  { id, refunded }: { id: string; refunded: number },
): Promise<void> {
  await setRefund(ctx.db, { accountId: ctx.account.id, id, refunded });
}
