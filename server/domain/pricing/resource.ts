// A quote as the API shows it: two numbers, nothing else.
import { z } from "zod";

export const QuoteResource = z
  .strictObject({
    amount_kg: z.int().meta({ description: "Credits in kg of CO2e.", examples: [150] }),
    price_usd_cents: z.int().meta({ description: "Price of all of them.", examples: [900] }),
  })
  .meta({ id: "Quote", description: "What an amount of credits costs." });
export type QuoteResource = z.infer<typeof QuoteResource>;
