// What callers send to learn a price.
import { z } from "zod";
import { text } from "#core/text";
import { MAX_AMOUNT_KG } from "./rules";

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
    portfolio_id: text(512, 1).nullish().meta({
      description: "Default: the subaccount's default portfolio, else the account's.",
    }),
    source: z.enum(["api", "checkout"]).default("api").meta({
      description: "Where the order will be placed: prices may differ.",
    }),
  })
  .meta({ id: "QuoteMass", description: "A mass of emissions to be priced." });
export type QuoteMass = z.infer<typeof QuoteMass>;
