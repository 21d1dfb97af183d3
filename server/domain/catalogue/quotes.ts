import { z } from "zod";
import type { AccountContext } from "#core/context";
import { QuoteResource, quotedPrice } from "#core/contract-money";
import type { Activity } from "./default-factors";
import { priceActivity } from "./emission-factors";
import type { Quantities } from "./factor-rules";
import { type Offer, resolveOffer } from "./offers";
import { channels, MAX_AMOUNT_KG, priceOf } from "./price-rules";
import { portfolioId } from "./schema";

const offer = {
  portfolio_id: portfolioId,
  source: z
    .enum(channels)
    .default("api")
    .meta({
      description: "Channel of the order to come: `api` or `checkout`. Prices may differ.",
      examples: ["api"],
    }),
};

function quantity(description: string, example: number) {
  return z
    .number()
    .positive()
    .meta({ description, examples: [example] });
}

export const QuoteMass = z
  .strictObject({
    amount_kg: z
      .number()
      .positive()
      .max(MAX_AMOUNT_KG)
      .meta({
        description: "Emissions in kg of CO2e, rounded up to whole kg.",
        examples: [150],
      }),
    ...offer,
  })
  .meta({ id: "QuoteMass", description: "A mass of emissions to price." });
export type QuoteMass = z.infer<typeof QuoteMass>;

export const QuoteTrain = z
  .strictObject({ distance_km: quantity("Train distance in km.", 1000), ...offer })
  .meta({ id: "QuoteTrain", description: "A train journey of one passenger." });

export const QuoteFlight = z
  .strictObject({ distance_km: quantity("Flight distance in km.", 5556), ...offer })
  .meta({ id: "QuoteFlight", description: "A flight of one passenger." });

const freight = { freight_mass_kg: quantity("Mass of the freight in kg.", 1200) };

export const QuoteAirFreight = z
  .strictObject({ ...freight, distance_km: quantity("Flight distance in km.", 5556), ...offer })
  .meta({ id: "QuoteAirFreight", description: "Freight by air." });

export const QuoteGroundFreight = z
  .strictObject({ ...freight, distance_km: quantity("Road distance in km.", 350), ...offer })
  .meta({ id: "QuoteGroundFreight", description: "Freight by road." });

export const QuoteGroundTransport = z
  .strictObject({
    distance_km: quantity("Distance driven, in km.", 100),
    vehicle_type: z
      .enum(["passenger_car_van_or_suv", "small_bus", "school_bus", "coach_bus"])
      .meta({
        description:
          "Type of the vehicle. The quote is for the whole vehicle, with any number of passengers.",
        examples: ["passenger_car_van_or_suv"],
      }),
    ...offer,
  })
  .meta({ id: "QuoteGroundTransport", description: "A road journey of a vehicle." });

export const QuoteOfficeSpace = z
  .strictObject({
    square_footage: quantity("Floor area in square feet, used for a year.", 1000),
    ...offer,
  })
  .meta({ id: "QuoteOfficeSpace", description: "Office space for a year." });

export const QuoteRide = z
  .strictObject({ distance_km: quantity("Distance of the ride in km.", 12.5), ...offer })
  .meta({ id: "QuoteRide", description: "A ride in a passenger car, van or SUV." });

export { QuoteResource };

const toQuote = (offer: Offer, amountKg: number): QuoteResource =>
  quotedPrice({ amountKg, price: priceOf(offer, amountKg), currency: offer.currency });

/** Quotes a mass, rounded up to whole kg. @throws invalid-subaccount, invalid `portfolio_id` */
export async function quoteMass(
  ctx: AccountContext,
  input: QuoteMass & { subaccountId: string | null },
): Promise<QuoteResource> {
  const offer = await resolveOffer(ctx, {
    portfolioId: input.portfolio_id ?? null,
    subaccountId: input.subaccountId,
    channel: input.source,
  });
  const amountKg = Math.ceil(input.amount_kg);
  return toQuote(offer, amountKg);
}

type QuoteActivity = Quantities &
  Omit<QuoteMass, "amount_kg"> & { activity: Activity; subaccountId: string | null };

/** Quotes an activity, rounded up to whole kg. @throws as priceActivity */
export async function quoteActivity(
  ctx: AccountContext,
  input: QuoteActivity,
): Promise<QuoteResource> {
  const { activity, subaccountId, portfolio_id: portfolioId, source, ...quantities } = input;
  const { amountKg, offer } = await priceActivity(ctx, {
    activity,
    quantities,
    portfolioId: portfolioId ?? null,
    subaccountId,
    channel: source,
  });
  return toQuote(offer, amountKg);
}
