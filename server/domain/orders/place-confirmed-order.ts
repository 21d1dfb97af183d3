import type { AccountContext } from "#core/context";
import { conflict } from "#core/errors";
import { formatMoney } from "#core/money";
import { recordAudit } from "#core/record-audit";
import type { OrderDetail } from "./order";
import { placeOrder } from "./place-order";

/**
 * Places a draft that a person confirmed at a price, in a transaction that the caller opened. A
 * person's order is audited; the order of an API key is its own record.
 * @throws conflict if the price has changed since; and as placeOrder
 */
export async function placeConfirmedOrder(
  ctx: AccountContext,
  { order, confirmedUsdCents }: { order: OrderDetail; confirmedUsdCents: number },
): Promise<OrderDetail> {
  const { id, amountKg, priceUsdCents } = order;
  if (priceUsdCents !== confirmedUsdCents) {
    const price = formatMoney(priceUsdCents, "USD", "en-US");
    throw conflict("The price has changed", `It is ${price} now. Check it, then order again.`);
  }
  const placed = await placeOrder(ctx, order);
  const data = { amount_kg: amountKg, price_usd_cents: priceUsdCents };
  await recordAudit(ctx, { action: "order.placed", subjectId: id, data });
  return placed;
}
