// What callers send to learn a price.
import { z } from "zod";
import { text } from "#core/text";
import { MAX_CENTS_PER_KG } from "#schemas/catalogue";
import { MAX_AMOUNT_KG } from "./rules";

const offer = {
  portfolio_id: text(512, 1)
    .nullish()
    .meta({
      description: "Default: the subaccount's default portfolio, else the account's.",
      examples: ["pf_sandbox_balanced"],
    }),
  source: z
    .enum(["api", "checkout"])
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

const typedCents = z.coerce
  .number("must be a number")
  .int("must be whole cents")
  .min(1, "must be at least 1")
  .max(MAX_CENTS_PER_KG, "must be at most 1,000,000");
const id = text(255, 1);

/** The prices that whoever changes them saw: nobody who was quicker is overwritten unseen. */
const seen = <Cents extends z.ZodType>(cents: Cents) =>
  z.strictObject({ api: cents, checkout: cents });

/** In cents per kg, by channel. */
export const CategoryPrices = z.strictObject({
  api_price_per_kg_usd_cents: typedCents,
  checkout_price_per_kg_usd_cents: typedCents,
});
export type CategoryPrices = z.infer<typeof CategoryPrices>;

export const ListPriceChanges = CategoryPrices.extend({ id });
export type ListPriceChanges = z.infer<typeof ListPriceChanges>;

export const SetCategoryPrices = CategoryPrices.extend({ id, seen: seen(z.int()) });
export type SetCategoryPrices = z.infer<typeof SetCategoryPrices>;

/** Null: derived from the prices of the categories. */
export const PortfolioPrices = z.strictObject({
  api_price_per_kg_usd_cents: typedCents.nullable(),
  checkout_price_per_kg_usd_cents: typedCents.nullable(),
});
export type PortfolioPrices = z.infer<typeof PortfolioPrices>;

export const SetPortfolioPrices = PortfolioPrices.extend({ id, seen: seen(z.int().nullable()) });
export type SetPortfolioPrices = z.infer<typeof SetPortfolioPrices>;

/** One step of an activity: what it is per, and from which distance on, stay as they are. */
export const EmissionFactorWords = z.strictObject({
  kg_co2e_per_unit: z.coerce
    .number("must be a number")
    .positive("must be more than 0")
    .max(1_000_000, "must be at most 1,000,000"),
  source: text(512, 1),
  edition: text(64, 1),
  url: z
    .url({ protocol: /^https?$/, error: "must be an http or https URL" })
    .max(2048)
    .nullable(),
});
export type EmissionFactorWords = z.infer<typeof EmissionFactorWords>;

export const SetEmissionFactor = EmissionFactorWords.extend({
  activity: text(64, 1),
  from_distance_km: z.number().min(0),
});
export type SetEmissionFactor = z.infer<typeof SetEmissionFactor>;
