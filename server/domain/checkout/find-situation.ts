// Reads how a payment's session and its order stand.
import type { Context } from "#core/context";
import { type Situation, situationOf } from "./payment-rules";
import type { Payment } from "./payment-store";
import { asOf, type CheckoutSession } from "./rules";

async function orderState({ db }: Context, { accountId, orderId }: CheckoutSession) {
  if (orderId === null) return null;
  const where = { accountId_id: { accountId, id: orderId } };
  const { state } = await db.prisma.order.findUniqueOrThrow({ where, select: { state: true } });
  return state as "placed" | "fulfilled" | "cancelled";
}

/** The situation that the payment is in as of now, and its session. */
export async function findSituation(
  ctx: Context,
  { accountId, checkoutSessionId, state }: Payment,
): Promise<{ session: CheckoutSession; situation: Situation }> {
  const where = { accountId_id: { accountId, id: checkoutSessionId } };
  const row = await ctx.db.prisma.checkoutSession.findUniqueOrThrow({ where });
  const session = asOf(ctx.now, row);
  const situation = situationOf(state, session.state, await orderState(ctx, session));
  return { session, situation };
}
