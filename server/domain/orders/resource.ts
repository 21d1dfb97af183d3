// Orders as the API, callbacks and documents show them.
import { z } from "zod";
import { appUrl } from "#core/env";
import { orderNumber } from "#core/id";
import { ProjectResource, toProjectResource } from "#domain/catalogue";
import { toBeneficiary } from "./beneficiary-rules";
import { type Order, type OrderDetail, orderStates } from "./rules";

export const BeneficiaryResource = z
  .strictObject({
    name: z
      .string()
      .meta({ description: "Whom the certificate names.", examples: ["Harbor Street Bakery"] }),
    message: z
      .string()
      .nullable()
      .meta({
        description: "What is quoted below the name.",
        examples: ["For our first 10,000 loaves."],
      }),
    url: z
      .string()
      .nullable()
      .meta({
        description: "The website that is linked below the name.",
        examples: ["https://harborstreet.example"],
      }),
  })
  .meta({ id: "Beneficiary", description: "For whom credits are retired." });

const listItem = {
  id: z.string().meta({
    description: "The order's id.",
    examples: ["ord_01kx3v6d0tf9sv4m2c8j5a7b9e"],
  }),
  order_number: z.string().meta({
    description: "The id's 128 bits in hex, shown on the certificate.",
    examples: ["019f-47b3-341a-7a73-b250-4c44-8a53-9d2e"],
  }),
  created_on: z.iso
    .datetime()
    .meta({ description: "When it was placed.", examples: ["2026-11-21T12:00:00.000Z"] }),
  metadata: z
    .string()
    .max(512)
    .nullable()
    .meta({
      description: "What you gave; not shown on the certificate.",
      examples: ["invoice 4711"],
    }),
  description: z
    .string()
    .max(512)
    .nullable()
    .meta({ description: "Shown on the certificate.", examples: ["Deliveries of October"] }),
  beneficiary: BeneficiaryResource.nullable().meta({
    description:
      "Whom its certificate names. Null where nobody was named: then it names the subaccount, " +
      "else the account.",
  }),
  amount_kg: z.int().meta({ description: "Credits in kg of CO2e.", examples: [25] }),
  state: z.enum(orderStates).meta({
    description:
      "`placed` until credits of its amount have been retired, then `fulfilled`; or `cancelled`.",
    examples: ["fulfilled"],
  }),
  price_usd_cents: z.int().meta({ description: "What is charged.", examples: [150] }),
  subaccount_id: z
    .string()
    .nullable()
    .meta({ description: "The subaccount that it was placed for, if any.", examples: [null] }),
  certificate_public_url: z
    .string()
    .nullable()
    .meta({
      description: "The page of its certificate. Null once cancelled.",
      examples: ["https://till.example/certificates/ord_01kx3v6d0tf9sv4m2c8j5a7b9e"],
    }),
  certificate_download_public_url: z
    .string()
    .nullable()
    .meta({
      description: "Its certificate as a PDF. Null once cancelled.",
      examples: ["https://till.example/certificates/ord_01kx3v6d0tf9sv4m2c8j5a7b9e/pdf"],
    }),
};

export const OrderListItemResource = z
  .strictObject(listItem)
  .meta({ id: "OrderListItem", description: "An order in a list." });
export type OrderListItemResource = z.infer<typeof OrderListItemResource>;

const RetirementResource = z
  .strictObject({
    serial_number_range: z.string().meta({
      description: "In the registry's own format, narrowed to the tonnes that were touched.",
      examples: ["VCS-1340-2022-000004711-000004711"],
    }),
    url: z
      .string()
      .nullable()
      .meta({
        description: "Where the registry shows it, if it does.",
        examples: ["https://registry.example/retirements/4711"],
      }),
  })
  .meta({ id: "Retirement", description: "Credits that were retired for an order." });

const ProjectAllocationResource = z
  .strictObject({
    project: ProjectResource,
    amount_kg: z.int().meta({ description: "The project's part in kg.", examples: [25] }),
    retirements: z
      .array(RetirementResource)
      .meta({ description: "The serial numbers that were retired." }),
  })
  .meta({ id: "ProjectAllocation", description: "A project's part in filling an order." });

export const OrderResource = z
  .strictObject({
    ...listItem,
    type: z.enum(["generic", "ride"]).meta({
      description: "`ride` where it was placed by the distance of a ride.",
      examples: ["generic"],
    }),
    callback_url: z
      .string()
      .nullable()
      .meta({
        description: "Where its changes of status are sent, if anywhere.",
        examples: ["https://example.com/callbacks/carbon"],
      }),
    checkout_session_id: z
      .string()
      .nullable()
      .meta({ description: "The checkout session that it came from, if any.", examples: [null] }),
    projects: z.array(ProjectResource).meta({ description: "Empty until fulfilled." }),
    project_allocations: z.array(ProjectAllocationResource).meta({
      description: "Each project's part, with what was retired of it. Empty until fulfilled.",
    }),
    ride_details: z
      .strictObject({
        distance_km: z.number().meta({ description: "Distance in km.", examples: [12.5] }),
      })
      .optional()
      .meta({ description: "On ride orders only." }),
  })
  .meta({ id: "Order", description: "An order with all its details." });
export type OrderResource = z.infer<typeof OrderResource>;

/** The form that lists carry. */
export function toOrderListItemResource(order: Order): OrderListItemResource {
  const certificate = order.state === "cancelled" ? null : `${appUrl()}/certificates/${order.id}`;
  return {
    id: order.id,
    order_number: orderNumber(order.id),
    created_on: order.createdAt.toISOString(),
    metadata: order.metadata,
    description: order.description,
    beneficiary: toBeneficiary(order),
    amount_kg: order.amountKg,
    state: order.state,
    price_usd_cents: order.priceUsdCents,
    subaccount_id: order.subaccountId,
    certificate_public_url: certificate,
    certificate_download_public_url: certificate && `${certificate}/pdf`,
  };
}

/** The full form. */
export function toOrderResource(order: OrderDetail): OrderResource {
  const allocations = order.allocations.map((allocation) => ({
    project: toProjectResource(allocation.project),
    amount_kg: allocation.amountKg,
    retirements: allocation.retirements.map((retirement) => ({
      serial_number_range: retirement.serialNumberRange,
      url: retirement.url,
    })),
  }));
  return {
    ...toOrderListItemResource(order),
    type: order.type,
    callback_url: order.callbackUrl,
    checkout_session_id: order.checkoutSessionId,
    projects: allocations.map((allocation) => allocation.project),
    project_allocations: allocations,
    ...(order.rideDistanceKm !== null && { ride_details: { distance_km: order.rideDistanceKm } }),
  };
}
