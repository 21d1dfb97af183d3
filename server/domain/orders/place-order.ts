// Places an order: prices it, and writes it with the caller's idempotency key in one statement.
import type { AccountContext } from "#core/context";
import { isForeignKeyViolation } from "#core/db";
import { invalid, Problem } from "#core/errors";
import { newId } from "#core/id";
import { signalWork } from "#core/signal";
import { requireCallbackUrl } from "#domain/events";
import { kgForTotal, MAX_AMOUNT_KG, type Offer, priceOf, resolveOffer } from "#domain/pricing";
import type { OrderDetail } from "./rules";
import type { PlaceOrder } from "./schema";
import { insertOrder } from "./store";

/** The order's whole kg. @throws invalid `amount_kg` or `total_price_usd_cents` */
function amountOf(input: PlaceOrder, offer: Offer): number {
  if (input.amount_kg !== undefined) return input.amount_kg;
  const totalCents = input.total_price_usd_cents ?? 0;
  const amountKg = kgForTotal(totalCents, offer.pricePerKgCents);
  if (amountKg < 1) {
    throw invalid(
      "total_price_usd_cents",
      `buys less than one kg: the price per kg is ${offer.pricePerKgCents} cents`,
    );
  }
  if (amountKg > MAX_AMOUNT_KG) {
    throw invalid("total_price_usd_cents", `buys more than ${MAX_AMOUNT_KG} kg`);
  }
  return amountKg;
}

function requireOneMeasure(input: PlaceOrder): void {
  const given = [input.amount_kg, input.total_price_usd_cents].filter((one) => one !== undefined);
  if (given.length === 1) return;
  const message =
    given.length === 0
      ? "is required, or total_price_usd_cents in its place"
      : "must not be given together with total_price_usd_cents";
  throw invalid("amount_kg", message);
}

/**
 * Places an order of the context's account; a worker matches it to credits afterwards.
 * @throws invalid naming the field; invalid-subaccount; ClaimTaken
 */
export async function placeOrder(
  ctx: AccountContext,
  input: PlaceOrder & { subaccountId: string | null },
): Promise<OrderDetail> {
  requireOneMeasure(input);
  const url = input.notification_config?.url;
  const callbackUrl = url === undefined ? null : await requireCallbackUrl(url);
  const offer = await resolveOffer(ctx, {
    portfolioId: input.portfolio_id ?? null,
    subaccountId: input.subaccountId,
    channel: "api",
  });
  const amountKg = amountOf(input, offer);
  const order: OrderDetail = {
    accountId: ctx.account.id,
    mode: ctx.account.mode,
    id: newId("order"),
    subaccountId: input.subaccountId,
    portfolioId: offer.portfolioId,
    type: "generic",
    rideDistanceKm: null,
    channel: "api",
    checkoutSessionId: null,
    amountKg,
    pricePerKgCents: offer.pricePerKgCents,
    priceCents: priceOf(amountKg, offer.pricePerKgCents),
    metadata: input.metadata ?? null,
    description: input.description ?? null,
    callbackUrl,
    state: "placed",
    createdAt: ctx.now,
    settledAt: null,
    allocations: [],
  };
  try {
    await insertOrder(ctx.db, order, ctx.claim);
  } catch (error) {
    // The subaccount was deleted since it was looked up: the foreign key held.
    if (isForeignKeyViolation(error)) throw new Problem("invalid-subaccount", { cause: error });
    throw error;
  }
  signalWork();
  return order;
}
