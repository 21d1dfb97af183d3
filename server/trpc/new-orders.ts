// Orders that people place in the dashboard.
import { z } from "zod";
import type { AccountContext } from "#core/context";
import { database } from "#core/db";
import { hashRequest, performOnce } from "#core/idempotency";
import { text } from "#core/text";
import { findPortfolioNames } from "#domain/catalogue";
import { quoteOrder } from "#domain/holds";
import {
  draftOrder,
  PlaceOrder,
  placeConfirmedOrder,
  toOrderListItemResource,
} from "#domain/orders";
import { billing } from "#modules";
import { forAdmin, forViewer } from "./procedures";

const subaccount = { subaccount_id: text(255, 1).nullish() };

const QuoteInput = PlaceOrder.pick({
  amount_kg: true,
  total_price: true,
  portfolio_id: true,
}).extend(subaccount);

/** Price of an order by amount or budget, and whether stock covers it. */
export const quoteNewOrder = forViewer
  .meta({ forLimited: "filter" })
  .input(QuoteInput)
  .query(async ({ ctx, input: { subaccount_id: subaccountId = null, ...input } }) => {
    const { order, availableKg } = await quoteOrder(ctx, { ...input, subaccountId });
    const names = await findPortfolioNames(ctx, { ids: [order.portfolioId] });
    const { amount_kg, currency, price, price_per_tonne } = toOrderListItemResource(order);
    return {
      ...{ amount_kg, currency, price, price_per_tonne },
      portfolio_id: order.portfolioId,
      portfolio_name: names.get(order.portfolioId) ?? order.portfolioId,
      available_kg: availableKg,
    };
  });

const PlaceInput = PlaceOrder.pick({
  amount_kg: true,
  portfolio_id: true,
  beneficiary: true,
  description: true,
  metadata: true,
}).extend({
  ...subaccount,
  /** The price that the person saw and confirmed. */
  confirmed_price: z.int().min(0),
  /** Drawn once per confirmed order, so that a repeated request does not order again. */
  key: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .meta({ examples: ["00112233445566778899aabbccddeeff"] }),
});

async function place(ctx: AccountContext, input: z.infer<typeof PlaceInput>): Promise<string> {
  const { key, confirmed_price: confirmedPrice, subaccount_id, ...terms } = input;
  const requestHash = hashRequest("orders.place", input);
  const claimed = { key: `dashboard:${key}`, requestHash };
  const { response } = await performOnce(ctx, claimed, async () => {
    const order = await draftOrder(ctx, { ...terms, subaccountId: subaccount_id ?? null });
    const stored = { status: 201, headers: {}, body: order.id };
    await database().transaction((db) =>
      placeConfirmedOrder(
        { ...ctx, db, claim: { ...claimed, response: stored } },
        { order, confirmedPrice, charge: billing.charge },
      ),
    );
    return stored;
  });
  return response.body;
}

/** Returns the same order if the request is repeated with its key. */
export const placeNewOrder = forAdmin
  .meta({ forLimited: "filter" })
  .meta({ opensTransaction: true })
  .input(PlaceInput)
  .mutation(async ({ ctx, input }) => ({ id: await place(ctx, input) }));
