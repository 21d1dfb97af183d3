// Quotes and emission factors as the API shows them. A quote is two numbers, nothing else.
import { z } from "zod";
import type { FactorInForce } from "./factor-rules";

export const QuoteResource = z
  .strictObject({
    amount_kg: z.int().meta({ description: "Credits in kg of CO2e.", examples: [150] }),
    price_usd_cents: z.int().meta({ description: "Price of all of them.", examples: [900] }),
  })
  .meta({ id: "Quote", description: "What an amount of credits costs." });
export type QuoteResource = z.infer<typeof QuoteResource>;

export const EmissionFactorResource = z
  .strictObject({
    activity: z.string().meta({
      description: "What is done; ground transport by its `vehicle_type`.",
      examples: ["train"],
    }),
    from_distance_km: z.number().meta({
      description: "The factor holds from this distance on, to the activity's next one.",
      examples: [0],
    }),
    unit: z.string().meta({ description: "What the factor is per.", examples: ["passenger_km"] }),
    kg_co2e_per_unit: z.number().meta({
      description: "Kg of CO2e for each unit.",
      examples: [0.03546],
    }),
    source: z.string().meta({
      description: "Who published it, or how it was derived from what was published.",
      examples: ["DESNZ, UK Government GHG Conversion Factors: national rail"],
    }),
    edition: z.string().meta({ description: "Which edition of the source.", examples: ["2025"] }),
    url: z
      .string()
      .nullable()
      .meta({
        description: "Where the source can be read.",
        examples: ["https://www.epa.gov/climateleadership/ghg-emission-factors-hub"],
      }),
    origin: z.enum(["default", "imported"]).meta({
      description: "Whether it came with the product or with the operator's catalogue.",
      examples: ["default"],
    }),
  })
  .meta({ id: "EmissionFactor", description: "How much CO2e one unit of an activity causes." });
export type EmissionFactorResource = z.infer<typeof EmissionFactorResource>;

/** The public form of an emission factor. */
export function toEmissionFactorResource(factor: FactorInForce): EmissionFactorResource {
  return {
    activity: factor.activity,
    from_distance_km: factor.fromDistanceKm,
    unit: factor.unit,
    kg_co2e_per_unit: factor.kgCo2ePerUnit,
    source: factor.source,
    edition: factor.edition,
    url: factor.url,
    origin: factor.origin,
  };
}
