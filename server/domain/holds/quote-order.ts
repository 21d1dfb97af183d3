import type { AccountContext } from "#core/context";
import { draftOrder, type OrderDetail } from "#domain/orders";
import { findAvailableKg } from "./hold-stock";

export interface OrderQuote {
  order: OrderDetail;
  /** Kg of the portfolio that a new buyer could get now; an order beyond them waits. */
  availableKg: number;
}

/** Prices an order, and looks up whether stock covers it. @throws as draftOrder */
export async function quoteOrder(
  ctx: AccountContext,
  input: Parameters<typeof draftOrder>[1],
): Promise<OrderQuote> {
  const order = await draftOrder(ctx, input);
  const { portfolioId, splitPortfolioId, amountKg } = order;
  const demand = { portfolioId: splitPortfolioId ?? portfolioId, amountKg };
  const availableKg = await findAvailableKg(ctx, { mode: ctx.account.mode, demand });
  return { order, availableKg };
}
