// Orders as the API, callbacks and documents show them.
import { z } from "zod";
import { appUrl } from "#core/env";
import { orderNumber } from "#core/id";
import { ProjectResource, toProjectResource } from "#domain/catalogue";
import { type Order, type OrderDetail, orderStates } from "./rules";

const listItem = {
  id: z.string().meta({ examples: ["ord_01kx3v6d0tf9sv4m2c8j5a7b9e"] }),
  order_number: z.string().meta({
    description: "The id's 128 bits in hex, shown on the certificate.",
    examples: ["019f-47b3-341a-7a73-b250-4c44-8a53-9d2e"],
  }),
  created_on: z.iso.datetime(),
  metadata: z.string().max(512).nullable(),
  description: z.string().max(512).nullable(),
  amount_kg: z.int().meta({ examples: [25] }),
  state: z.enum(orderStates),
  price_usd_cents: z.int().meta({ examples: [150] }),
  subaccount_id: z.string().nullable(),
  certificate_public_url: z.string().nullable().meta({ description: "Null once cancelled." }),
  certificate_download_public_url: z.string().nullable(),
};

export const OrderListItemResource = z
  .strictObject(listItem)
  .meta({ id: "OrderListItem", description: "An order in a list." });
export type OrderListItemResource = z.infer<typeof OrderListItemResource>;

const RetirementResource = z
  .strictObject({
    serial_number_range: z.string().meta({
      description: "In the registry's own format, narrowed to the tonnes that were touched.",
    }),
    url: z.string().nullable(),
  })
  .meta({ id: "Retirement", description: "Credits that were retired for an order." });

export const OrderResource = z
  .strictObject({
    ...listItem,
    type: z.enum(["generic", "ride"]),
    callback_url: z.string().nullable(),
    checkout_session_id: z.string().nullable(),
    projects: z.array(ProjectResource).meta({ description: "Empty until fulfilled." }),
    project_allocations: z.array(
      z
        .strictObject({
          project: ProjectResource,
          amount_kg: z.int(),
          retirements: z.array(RetirementResource),
        })
        .meta({ id: "ProjectAllocation", description: "A project's part in filling an order." }),
    ),
    ride_details: z
      .strictObject({ distance_km: z.number() })
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
    amount_kg: order.amountKg,
    state: order.state,
    price_usd_cents: order.priceCents,
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
