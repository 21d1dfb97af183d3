// What callers send to place an order.
import { z } from "zod";
import { text } from "#core/text";
import { NotificationConfig } from "#domain/events";
import { MAX_AMOUNT_KG } from "#domain/pricing";

export const PlaceOrder = z
  .strictObject({
    amount_kg: z
      .int()
      .min(1)
      .max(MAX_AMOUNT_KG)
      .optional()
      .meta({
        description: "Credits in whole kg. Give either this or total_price_usd_cents.",
        examples: [25],
      }),
    total_price_usd_cents: z
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .meta({
        description: "What to spend at most; the charge is that of the whole kg it buys.",
        examples: [500],
      }),
    metadata: text(512).nullish().meta({ description: "Yours; not shown on the certificate." }),
    description: text(512)
      .nullish()
      .meta({
        description: "Public: shown on the certificate.",
        examples: ["Deliveries of October"],
      }),
    notification_config: NotificationConfig.nullish(),
    portfolio_id: text(512, 1).nullish().meta({
      description: "Default: the subaccount's default portfolio, else the account's.",
    }),
  })
  .meta({ id: "PlaceOrder", description: "An order by kg or by total price." });
export type PlaceOrder = z.infer<typeof PlaceOrder>;
