import { sql } from "kysely";
import type { AccountContext } from "#core/context";
import type { Sql } from "#core/db";
import { conflict, notFound } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
import { recordAudit } from "#domain/accounts";
import { emitEvents } from "#domain/events";
import type { Order, OrderDetail } from "./order";
import { findOrder } from "./order-details";
import { canTransition } from "./rules";
import type { OrderTables } from "./tables";

const query = queriesOn<OrderTables>();

interface Cancellation {
  accountId: string;
  id: string;
  now: Date;
  reason: string;
}

// One statement, because foreign keys bind the order's state and the cancellation to each other.
const cancel = query("orders-cancel", (db, order: Params<Cancellation>) =>
  db
    .with("ended", (qb) =>
      qb
        .updateTable("orders")
        .set((eb) => ({
          state: "cancelled" as const,
          cancelledOrderId: eb.ref("id"),
          settledAt: sql<Date>`greatest(created_at, ${order.now}::timestamptz)`,
        }))
        .where("accountId", "=", order.accountId)
        .where("id", "=", order.id)
        .where("state", "=", "placed")
        .returning(["accountId", "id", "mode", "amountKg"]),
    )
    .insertInto("orderCancellations")
    .columns(["accountId", "orderId", "mode", "orderAmountKg", "reason", "createdAt"])
    .expression((from) =>
      from
        .selectFrom("ended")
        .select(["accountId", "id", "mode", "amountKg"])
        .select([order.reason.as("reason"), order.now.as("now")]),
    )
    .returning("orderId"),
);

/**
 * Cancels the order if it is placed; waits for a matching that locks it. Returns whether it did.
 */
export async function cancelPlaced(db: Sql, cancellation: Cancellation): Promise<boolean> {
  return (await cancel(db, cancellation)).length === 1;
}

export type CancelReason = "requested" | "payment_failed" | "refunded";

/**
 * Cancels the order, once. Returns false, without a change, if it is no longer placed. The caller gives
 * back what was charged for it.
 */
export async function cancelPlacedOrder(
  ctx: AccountContext,
  input: {
    order: Pick<Order, "id" | "state" | "callbackUrl" | "subaccountId">;
    reason: CancelReason;
  },
): Promise<boolean> {
  const { id, state, callbackUrl, subaccountId } = input.order;
  const accountId = ctx.account.id;
  const { now } = ctx;
  const may = canTransition(state, "cancelled");
  if (!may) return false;
  const cancellation = { accountId, id, now, reason: input.reason };
  if (!(await cancelPlaced(ctx.db, cancellation))) return false;
  await emitEvents(ctx, [
    { accountId, subjectId: id, subaccountId, sequence: 1, type: "order.cancelled", callbackUrl },
  ]);
  await recordAudit(ctx, {
    action: "order.cancelled",
    subjectId: id,
    data: { reason: input.reason },
  });
  return true;
}

/** Cancels a placed order, once. @throws not-found; conflict where it is no longer placed */
export async function cancelOrder(
  ctx: AccountContext,
  input: { id: string },
): Promise<OrderDetail> {
  const order = await findOrder(ctx.db, ctx.account.id, input.id);
  if (!order) throw notFound("order");
  if (!(await cancelPlacedOrder(ctx, { order, reason: "requested" }))) {
    // It has been fulfilled or cancelled since it was read.
    const { state } = (await findOrder(ctx.db, ctx.account.id, order.id)) ?? order;
    throw conflict(`Cannot cancel a ${state} order`);
  }
  return { ...order, state: "cancelled", settledAt: ctx.now, allocations: [] };
}
