// Quotes: what callers send to learn a price, and what they get.
import { z } from "zod";
import type { AccountContext } from "#core/context";
import type { Activity } from "./default-factor-rules";
import { priceActivity } from "./emission-factors";
import type { Quantities } from "./factor-rules";
import { resolveOffer } from "./offers";
import { channels, MAX_AMOUNT_KG, priceOf } from "./price-rules";
import { portfolioId } from "./schema";

const offer = {
  portfolio_id: portfolioId,
  source: z
    .enum(channels)
    .default("api")
    .meta({
      description: "Where the order will be placed: prices may differ.",
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
        description: "Emissions in kg of CO2e; the quote is for the next whole kg.",
        examples: [150],
      }),
    ...offer,
  })
  .meta({ id: "QuoteMass", description: "A mass of emissions to be priced." });
export type QuoteMass = z.infer<typeof QuoteMass>;

export const QuoteTrain = z
  .strictObject({ distance_km: quantity("Train distance in km.", 1000), ...offer })
  .meta({ id: "QuoteTrain", description: "One passenger's journey by train." });

export const QuoteFlight = z
  .strictObject({ distance_km: quantity("Flight distance in km.", 5556), ...offer })
  .meta({ id: "QuoteFlight", description: "One passenger's flight." });

const freight = { freight_mass_kg: quantity("Mass of the freight in kg.", 1200) };

export const QuoteAirFreight = z
  .strictObject({ ...freight, distance_km: quantity("Flight distance in km.", 5556), ...offer })
  .meta({ id: "QuoteAirFreight", description: "Freight by air." });

export const QuoteGroundFreight = z
  .strictObject({ ...freight, distance_km: quantity("Road distance in km.", 350), ...offer })
  .meta({ id: "QuoteGroundFreight", description: "Freight by road." });

export const QuoteGroundTransport = z
  .strictObject({
    distance_km: quantity("Distance that the vehicle drives, in km.", 100),
    vehicle_type: z
      .enum(["passenger_car_van_or_suv", "small_bus", "school_bus", "coach_bus"])
      .meta({
        description: "What drives; the quote is for the whole vehicle, however many ride in it.",
        examples: ["passenger_car_van_or_suv"],
      }),
    ...offer,
  })
  .meta({ id: "QuoteGroundTransport", description: "A vehicle's journey by road." });

export const QuoteOfficeSpace = z
  .strictObject({
    square_footage: quantity("Floor area in square feet; the quote is for a year of it.", 1000),
    ...offer,
  })
  .meta({ id: "QuoteOfficeSpace", description: "A year of an office." });

export const QuoteRide = z
  .strictObject({ distance_km: quantity("Distance of the ride in km.", 12.5), ...offer })
  .meta({ id: "QuoteRide", description: "A ride in a passenger car, van or SUV." });

export const QuoteResource = z
  .strictObject({
    amount_kg: z.int().meta({ description: "Credits in kg of CO2e.", examples: [150] }),
    price_usd_cents: z.int().meta({ description: "Price of all of them.", examples: [900] }),
  })
  .meta({ id: "Quote", description: "What an amount of credits costs." });
export type QuoteResource = z.infer<typeof QuoteResource>;

/** A quote for the next whole kg. @throws invalid-subaccount, invalid `portfolio_id` */
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
  return { amount_kg: amountKg, price_usd_cents: priceOf(offer, amountKg) };
}

type QuoteActivity = Quantities &
  Omit<QuoteMass, "amount_kg"> & { activity: Activity; subaccountId: string | null };

/** A quote for the next whole kg. @throws as priceActivity */
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
  return { amount_kg: amountKg, price_usd_cents: priceOf(offer, amountKg) };
}
