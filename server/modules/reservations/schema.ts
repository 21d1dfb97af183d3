import { z } from "zod";
import { requestedAmountSchema } from "#core/contract-money";
import { channels, MAX_AMOUNT_KG, portfolioId } from "#domain/catalogue";

export const CreateReservation = z
  .strictObject({
    amount_kg: z
      .int()
      .min(1)
      .max(MAX_AMOUNT_KG)
      .optional()
      .meta({
        description: "Amount to reserve in whole kg. Pass either this or a total price.",
        examples: [25],
      }),
    ...requestedAmountSchema("total_price", {
      description: "Maximum to spend. Reserves the whole kg that it buys.",
      example: 500,
    }),
    portfolio_id: portfolioId,
    channel: z
      .enum(channels)
      .default("api")
      .meta({
        description:
          "Whose price is reserved: `api` for an order, `checkout` for a checkout session.",
        examples: ["api"],
      }),
    expires_in_seconds: z
      .int()
      .min(60)
      .max(86_400)
      .default(900)
      .meta({ description: "Time until the reservation ends by itself.", examples: [900] }),
  })
  .meta({ id: "CreateReservation", description: "A reservation by kg or by total price." });
export type CreateReservation = z.infer<typeof CreateReservation>;
