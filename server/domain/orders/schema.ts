// What callers send to place an order.
import { z } from "zod";
import { text } from "#core/text";
import { NotificationConfig } from "#domain/events";
import { MAX_AMOUNT_KG } from "#domain/pricing";

const terms = {
  metadata: text(512)
    .nullish()
    .meta({ description: "Yours; not shown on the certificate.", examples: ["invoice 4711"] }),
  description: text(512)
    .nullish()
    .meta({
      description: "Public: shown on the certificate.",
      examples: ["Deliveries of October"],
    }),
  notification_config: NotificationConfig.nullish().meta({
    description: "Where to send the order's status changes.",
  }),
  portfolio_id: text(512, 1)
    .nullish()
    .meta({
      description: "Default: the subaccount's default portfolio, else the account's.",
      examples: ["pf_balanced"],
    }),
};

/** What a caller may say of any order. */
export type OrderTerms = z.infer<z.ZodObject<typeof terms>>;

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
    ...terms,
  })
  .meta({ id: "PlaceOrder", description: "An order by kg or by total price." });
export type PlaceOrder = z.infer<typeof PlaceOrder>;

export const PlaceRideOrder = z
  .strictObject({
    distance_km: z
      .number()
      .positive()
      .meta({ description: "Distance of the ride in km.", examples: [12.5] }),
    ...terms,
  })
  .meta({ id: "PlaceRideOrder", description: "An order for a ride, by its distance." });
export type PlaceRideOrder = z.infer<typeof PlaceRideOrder>;
