import { z } from "zod";
import { requestedAmountSchema } from "#core/contract-money";
import {
  describedTimestamp,
  PageQuery,
  SearchPageQuery,
  searchFilters,
  timestamp,
} from "#core/page";
import { nameText, text, trimmedText } from "#core/text";
import { channels, MAX_AMOUNT_KG, portfolioId } from "#domain/catalogue";
import { NotificationConfig } from "#domain/events";
import { MAX_BENEFICIARY_LENGTH, websiteFault } from "./beneficiary-rules";
import { orderStates, orderTypes } from "./rules";
import { orderSorts } from "./search-rules";

export const NameBeneficiary = z
  .strictObject({
    name: nameText(MAX_BENEFICIARY_LENGTH).meta({
      description: "Name on the certificate.",
      examples: ["Harbor Street Bakery"],
    }),
    message: trimmedText(MAX_BENEFICIARY_LENGTH)
      .nullish()
      .transform((value) => value || null)
      .meta({
        description: "Message below the name.",
        examples: ["For our first 10,000 loaves."],
      }),
    url: trimmedText(MAX_BENEFICIARY_LENGTH)
      .check(({ value, issues }) => {
        const message = websiteFault(value);
        if (message !== null) issues.push({ code: "custom", input: value, message });
      })
      .nullish()
      .transform((value) => value ?? null)
      .meta({
        description: "Website of the beneficiary, linked below the name. An absolute URL.",
        examples: ["https://harborstreet.example"],
      }),
  })
  .meta({
    id: "NameBeneficiary",
    description: "The person or organization to retire credits for. Public on the certificate.",
  });
export type NameBeneficiary = z.infer<typeof NameBeneficiary>;

const terms = {
  metadata: text(512)
    .nullish()
    .meta({
      description: "Your own reference; not shown on the certificate.",
      examples: ["invoice 4711"],
    }),
  description: text(512)
    .nullish()
    .meta({
      description: "Public description, shown on the certificate.",
      examples: ["Deliveries of October"],
    }),
  beneficiary: NameBeneficiary.nullish().meta({
    description: "Beneficiary of the order. Default: the subaccount, or else the account.",
  }),
  notification_config: NotificationConfig.nullish().meta({
    description: "URL that receives the order's status changes.",
  }),
  portfolio_id: portfolioId,
};

/** Fields of every order request. */
export type OrderTerms = z.infer<z.ZodObject<typeof terms>>;

export const PlaceOrder = z
  .strictObject({
    amount_kg: z
      .int()
      .min(1)
      .max(MAX_AMOUNT_KG)
      .optional()
      .meta({
        description: "Amount of credits in whole kg. Pass either this or a total price.",
        examples: [25],
      }),
    ...requestedAmountSchema("total_price", {
      description: "Maximum to spend. You are charged for the whole kg that it buys.",
      example: 500,
    }),
    reservation_id: text(255, 1)
      .optional()
      .meta({
        description:
          "Reservation whose price and credits the order uses, in place of an amount and a " +
          "portfolio.",
        examples: ["rsv_01kx3v6d0tf9sv4m2c8j5a7b9e"],
      }),
    ...terms,
  })
  .meta({ id: "PlaceOrder", description: "An order by kg, by total price, or of a reservation." });
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

/** Filters of an order search; they combine. */
export const OrderFilters = z.strictObject({
  ...searchFilters,
  state: z.enum(orderStates).optional(),
  channel: z.enum(channels).optional(),
  subaccount_id: text(512, 1).optional(),
  /** Ends included. */
  fulfilled_from: timestamp.optional(),
  fulfilled_to: timestamp.optional(),
  sort: z.enum(orderSorts).default("placed.desc"),
});

export const SearchOrders = SearchPageQuery.extend(OrderFilters.shape);
export type SearchOrders = z.infer<typeof SearchOrders>;

export const ListOrders = PageQuery.extend({
  state: z
    .enum(orderStates)
    .optional()
    .meta({ description: "Only orders in this state.", examples: ["fulfilled"] }),
  checkout_session_id: text(255, 1)
    .optional()
    .meta({
      description: "Only the order of this checkout session.",
      examples: ["cs_01kx3v6d0tf9sv4m2c8j5a7b9e"],
    }),
  subaccount_id: text(255, 1).optional().meta({ description: "Only orders of this subaccount." }),
  metadata: text(512, 1)
    .optional()
    .meta({ description: "Only orders with exactly this metadata.", examples: ["invoice 4711"] }),
  type: z
    .enum(orderTypes)
    .optional()
    .meta({ description: "Only orders of this type.", examples: ["generic"] }),
  created_from: describedTimestamp({
    description: "Only orders placed at this time or later.",
    examples: ["2026-11-01T00:00:00Z"],
  }).optional(),
  created_to: describedTimestamp({
    description: "Only orders placed before this time.",
    examples: ["2026-12-01T00:00:00Z"],
  }).optional(),
});
export type ListOrders = z.infer<typeof ListOrders>;
