// What callers send to learn a price.
import { z } from "zod";
import { text } from "#core/text";
import { MAX_AMOUNT_KG } from "./price-rules";

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
