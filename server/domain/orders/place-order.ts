// Places an order by kg or by total price.
import type { AccountContext } from "#core/context";
import { invalid } from "#core/errors";
import { kgForTotal, MAX_AMOUNT_KG, type Offer, resolveOffer } from "#domain/pricing";
import type { OrderDetail } from "./rules";
import type { PlaceOrder } from "./schema";
import { writeOrder } from "./write-order";

/** The order's whole kg. @throws invalid `amount_kg` or `total_price_usd_cents` */
function amountOf(input: PlaceOrder, offer: Offer): number {
  if (input.amount_kg !== undefined) return input.amount_kg;
  const totalCents = input.total_price_usd_cents ?? 0;
  const amountKg = kgForTotal(totalCents, offer.pricePerKgCents);
  if (amountKg < 1) {
    throw invalid(
      "total_price_usd_cents",
      `buys less than one kg: the price per kg is ${offer.pricePerKgCents} cents`,
      "too-small",
    );
  }
  if (amountKg > MAX_AMOUNT_KG) {
    throw invalid("total_price_usd_cents", `buys more than ${MAX_AMOUNT_KG} kg`, "too-large");
  }
  return amountKg;
}

function requireOneMeasure(input: PlaceOrder): void {
  const given = [input.amount_kg, input.total_price_usd_cents].filter((one) => one !== undefined);
  if (given.length === 1) return;
  throw given.length === 0
    ? invalid("amount_kg", "is required, or total_price_usd_cents in its place", "required")
    : invalid("amount_kg", "must not be given together with total_price_usd_cents", "exclusive");
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
  const { portfolio_id: portfolioId, subaccountId } = input;
  const offer = await resolveOffer(ctx, {
    portfolioId: portfolioId ?? null,
    subaccountId,
    channel: "api",
  });
  const amountKg = amountOf(input, offer);
  return writeOrder(ctx, { terms: input, subaccountId, offer, amountKg, rideDistanceKm: null });
}
