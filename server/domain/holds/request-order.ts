// Orders as people and programs request them: by amount, by budget, or of a reservation.
import type { AccountContext, Context, SqlContext } from "#core/context";
import { conflict } from "#core/errors";
import { formatMoney } from "#core/money";
import { recordAudit } from "#core/record-audit";
import { isCharged, isLimitedKey, requireActive, spend } from "#domain/accounts";
import {
  draftOrder,
  type OrderDetail,
  type PlaceOrder,
  writeChargedOrder,
  writeOrder,
} from "#domain/orders";
import { findAvailableKg } from "./hold-stock";
import { draftReservedOrder, takeReservation } from "./use-reservation";

type RequestedOrder = PlaceOrder & { subaccountId: string | null };

/** Prices the order without writing it. @throws account-suspended; as draftOrder and draftReservedOrder */
export async function draftRequestedOrder(
  ctx: AccountContext,
  { reservation_id, ...input }: RequestedOrder,
): Promise<OrderDetail> {
  requireActive(ctx);
  return reservation_id === undefined
    ? draftOrder(ctx, input)
    : draftReservedOrder(ctx, { ...input, reservation_id });
}

interface Draft {
  order: OrderDetail;
  reservationId?: string | undefined;
}

/** True if the order is more than one statement, so that the caller has to open a transaction. */
export function needsTransaction(
  ctx: Pick<AccountContext, "account" | "actor">,
  { reservationId }: Pick<Draft, "reservationId">,
): boolean {
  return isCharged(ctx.account) || reservationId !== undefined || isLimitedKey(ctx);
}

type WriteContext = Omit<AccountContext, "db"> & Pick<SqlContext, "db">;

/**
 * Writes the draft, charges it to a ledger and to the key's spending limit, and takes its
 * reservation. @throws as each of these
 */
export async function writeRequestedOrder(
  ctx: WriteContext,
  { order, reservationId }: Draft,
): Promise<OrderDetail> {
  const written = await (isCharged(ctx.account) ? writeChargedOrder : writeOrder)(ctx, order);
  await spend(ctx, order);
  if (reservationId !== undefined) {
    await takeReservation(ctx, { id: reservationId, orderId: order.id });
  }
  return written;
}

export interface OrderQuote {
  order: OrderDetail;
  /** Kg of the portfolio that a new buyer could get now; an order beyond them waits. */
  availableKg: number;
}

/** Prices an order, and looks up whether stock covers it. @throws as draftOrder */
export async function quoteOrder(ctx: AccountContext, input: RequestedOrder): Promise<OrderQuote> {
  const order = await draftRequestedOrder(ctx, input);
  const { portfolioId, splitPortfolioId, amountKg } = order;
  const demand = { portfolioId: splitPortfolioId ?? portfolioId, amountKg };
  const availableKg = await findAvailableKg(ctx, { mode: ctx.account.mode, demand });
  return { order, availableKg };
}

/**
 * Writes a draft that a person confirmed at a price, in a transaction that the caller opened. A
 * person's order is audited; the order of an API key is its own record.
 * @throws conflict if the price has changed since; and as writeRequestedOrder
 */
export async function writeConfirmedOrder(
  ctx: AccountContext & Pick<Context, "db">,
  { order, confirmedUsdCents }: { order: OrderDetail; confirmedUsdCents: number },
): Promise<OrderDetail> {
  const { id, amountKg, priceUsdCents } = order;
  if (priceUsdCents !== confirmedUsdCents) {
    const price = formatMoney(priceUsdCents, "USD", "en-US");
    throw conflict("The price has changed", `It is ${price} now. Check it, then order again.`);
  }
  const written = await writeRequestedOrder(ctx, { order });
  const data = { amount_kg: amountKg, price_usd_cents: priceUsdCents };
  await recordAudit(ctx, { action: "order.placed", subjectId: id, data });
  return written;
}
