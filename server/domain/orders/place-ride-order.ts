// Places an order for a ride in a passenger car, van or SUV: its distance says how many kg.
import type { AccountContext } from "#core/context";
import { priceActivity } from "#domain/pricing";
import type { OrderDetail } from "./rules";
import type { PlaceRideOrder } from "./schema";
import { writeOrder } from "./write-order";

/**
 * Places a ride order of the context's account; it is matched like any other.
 * @throws invalid naming the field; invalid-subaccount; ClaimTaken
 */
export async function placeRideOrder(
  ctx: AccountContext,
  input: PlaceRideOrder & { subaccountId: string | null },
): Promise<OrderDetail> {
  const { distance_km, portfolio_id: portfolioId, subaccountId } = input;
  const priced = await priceActivity(ctx, {
    activity: "passenger_car_van_or_suv",
    quantities: { distance_km },
    portfolioId: portfolioId ?? null,
    subaccountId,
    channel: "api",
  });
  return writeOrder(ctx, { ...priced, terms: input, subaccountId, rideDistanceKm: distance_km });
}
