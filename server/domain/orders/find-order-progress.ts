// Reads what an order waits for, or why it came to nothing.
import type { AccountContext } from "#core/context";
import type { CancelReason } from "./cancel-placed-order";
import type { Order } from "./rules";

export interface OrderProgress {
  /** Of a placed order: its customer's money, credits that were not there at the last try, or its turn. */
  waitsFor: "payment" | "credits" | "turn" | null;
  /** Of a cancelled order. */
  cancelReason: CancelReason | null;
}

/** How far the order of the context's account is. */
export async function findOrderProgress(
  ctx: AccountContext,
  input: { order: Pick<Order, "id" | "state"> },
): Promise<OrderProgress> {
  const { id, state } = input.order;
  const accountId = ctx.account.id;
  const { order, orderCancellation } = ctx.db.prisma;
  if (state === "cancelled") {
    const row = await orderCancellation.findFirst({ where: { accountId, orderId: id } });
    return { waitsFor: null, cancelReason: (row?.reason ?? null) as CancelReason | null };
  }
  const row = state === "placed" && (await order.findFirst({ where: { accountId, id, state } }));
  if (!row) return { waitsFor: null, cancelReason: null };
  const wasTried = row.triedStockVersion > 0n;
  const waitsFor = row.awaitingPayment ? "payment" : wasTried ? "credits" : "turn";
  return { waitsFor, cancelReason: null };
}
