import { z } from "zod";
import { appUrl } from "#core/env";
import { orderNumber } from "#core/id";
import { ProjectResource, storedPricePerTonne, toProjectResource } from "#domain/catalogue";
import type { Project } from "#prisma";
import { toBeneficiary } from "./beneficiary-rules";
import type { Order, OrderAllocation, OrderDetail } from "./order";
import {
  OrderRegistryFields,
  RetirementRegistryFields,
  toOrderRegistryFields,
  toRetirementRegistryFields,
} from "./registry-resource";
import { orderStates, orderTypes } from "./rules";

export const BeneficiaryResource = z
  .strictObject({
    name: z
      .string()
      .meta({ description: "Name on the certificate.", examples: ["Harbor Street Bakery"] }),
    message: z
      .string()
      .nullable()
      .meta({
        description: "Message below the name.",
        examples: ["For our first 10,000 loaves."],
      }),
    url: z
      .string()
      .nullable()
      .meta({
        description: "Website, linked below the name.",
        examples: ["https://harborstreet.example"],
      }),
  })
  .meta({
    id: "Beneficiary",
    description: "The person or organization that credits are retired for.",
  });

const listItem = {
  id: z.string().meta({
    description: "Id of the order.",
    examples: ["ord_01kx3v6d0tf9sv4m2c8j5a7b9e"],
  }),
  order_number: z.string().meta({
    description: "The 128 bits of the id in hex, as shown on the certificate.",
    examples: ["019f-47b3-341a-7a73-b250-4c44-8a53-9d2e"],
  }),
  created_on: z.iso
    .datetime()
    .meta({ description: "Time of placement.", examples: ["2026-11-21T12:00:00.000Z"] }),
  metadata: z
    .string()
    .max(512)
    .nullable()
    .meta({
      description: "Your own reference; not shown on the certificate.",
      examples: ["invoice 4711"],
    }),
  description: z
    .string()
    .max(512)
    .nullable()
    .meta({
      description: "Public description, shown on the certificate.",
      examples: ["Deliveries of October"],
    }),
  beneficiary: BeneficiaryResource.nullable().meta({
    description:
      "Beneficiary named on the certificate. If null, the certificate names the subaccount, or else " +
      "the account.",
  }),
  amount_kg: z.int().meta({ description: "Amount of credits in kg of CO2e.", examples: [25] }),
  state: z.enum(orderStates).meta({
    description:
      "`placed` until its credits are allocated to it, irrevocably and to no other order, then " +
      "`fulfilled`. A placed order can be `cancelled`.",
    examples: ["fulfilled"],
  }),
  ...OrderRegistryFields,
  price_usd_cents: z.int().meta({
    description: "Total price: kg × price per tonne / 1000, rounded up.",
    examples: [150],
  }),
  price_per_tonne_usd_cents: z.int().meta({
    description: "Price per tonne when the order was placed.",
    examples: [6000],
  }),
  credits_expected_by: z.iso
    .date()
    .nullable()
    .meta({
      description: "If it was sold beyond stock: the day by which its credits come.",
      examples: [null],
    }),
  matchable_from: z.iso
    .datetime()
    .nullable()
    .meta({
      description:
        "End of the customer's cooling-off period. Until then, the order stays `placed`, and its " +
        "credits are held.",
      examples: [null],
    }),
  subaccount_id: z
    .string()
    .nullable()
    .meta({ description: "Subaccount of the order, if any.", examples: [null] }),
  checkout_session_id: z
    .string()
    .nullable()
    .meta({ description: "Checkout session of the order, if any.", examples: [null] }),
  certificate_public_url: z
    .string()
    .nullable()
    .meta({
      description: "URL of the certificate. Null if the order is cancelled.",
      examples: ["https://till.example/certificates/ord_01kx3v6d0tf9sv4m2c8j5a7b9e"],
    }),
  certificate_download_public_url: z
    .string()
    .nullable()
    .meta({
      description: "URL of the certificate as a PDF. Null if the order is cancelled.",
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
      description: "Serial numbers of the allocated tonnes, in the registry's format.",
      examples: ["VCS-1340-2022-000004711-000004711"],
    }),
    url: z
      .string()
      .nullable()
      .meta({
        description: "URL of the retirement at the registry, if it has one.",
        examples: ["https://registry.example/retirements/4711"],
      }),
    ...RetirementRegistryFields,
  })
  .meta({
    id: "Retirement",
    description: "Credits of one lot that are allocated to an order, and the registry's record.",
  });

const ProjectAllocationResource = z
  .strictObject({
    project: ProjectResource,
    amount_kg: z.int().meta({ description: "Amount from this project in kg.", examples: [25] }),
    retirements: z.array(RetirementResource).meta({
      description: "Serial numbers and what the registry has on record about them.",
    }),
  })
  .meta({ id: "ProjectAllocation", description: "Credits of one project in an order." });

export const OrderResource = z
  .strictObject({
    ...listItem,
    type: z.enum(orderTypes).meta({
      description: "`ride` if the order was placed by the distance of a ride.",
      examples: ["generic"],
    }),
    callback_url: z
      .string()
      .nullable()
      .meta({
        description: "URL that receives the order's status changes, if any.",
        examples: ["https://example.com/callbacks/carbon"],
      }),
    refunded_usd_cents: z.int().meta({
      description:
        "Sum of the refunds of the checkout session's payment. Retired credits stay retired.",
      examples: [0],
    }),
    projects: z
      .array(ProjectResource)
      .meta({ description: "Projects of the order. Empty until it is fulfilled." }),
    project_allocations: z.array(ProjectAllocationResource).meta({
      description:
        "Credits of each project, with their serial numbers and the registry's records. Empty " +
        "until fulfilled.",
    }),
    ride_details: z
      .strictObject({
        distance_km: z.number().meta({ description: "Distance in km.", examples: [12.5] }),
      })
      .optional()
      .meta({ description: "Ride orders only." }),
  })
  .meta({ id: "Order", description: "An order with all its details." });
export type OrderResource = z.infer<typeof OrderResource>;

/** Public form in lists. */
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
    ...toOrderRegistryFields(order),
    price_usd_cents: order.priceUsdCents,
    price_per_tonne_usd_cents: storedPricePerTonne(order),
    credits_expected_by: order.creditsExpectedBy,
    matchable_from: order.matchableFrom?.toISOString() ?? null,
    subaccount_id: order.subaccountId,
    checkout_session_id: order.checkoutSessionId,
    certificate_public_url: certificate,
    certificate_download_public_url: certificate && `${certificate}/pdf`,
  };
}

/** Fields of the full public form that lists lack, except for projects. */
function ownFieldsOf(order: Order) {
  return {
    ...toOrderListItemResource(order),
    type: order.type,
    callback_url: order.callbackUrl,
    refunded_usd_cents: order.refundedUsdCents,
  };
}

function toAllocatedResource({ amountKg, retirements }: OrderAllocation) {
  return {
    amount_kg: amountKg,
    retirements: retirements.map((retirement) => ({
      serial_number_range: retirement.serialNumberRange,
      ...toRetirementRegistryFields(retirement),
    })),
  };
}

const rideOf = ({ rideDistanceKm }: Order) =>
  rideDistanceKm === null ? {} : { ride_details: { distance_km: rideDistanceKm } };

/** Full public form. */
export function toOrderResource(order: OrderDetail): OrderResource {
  const allocations = order.allocations.map((allocation) => ({
    project: toProjectResource(allocation.project),
    ...toAllocatedResource(allocation),
  }));
  return {
    ...ownFieldsOf(order),
    projects: allocations.map((allocation) => allocation.project),
    project_allocations: allocations,
    ...rideOf(order),
  };
}

/** Of projects that orders share because they were read together. */
const projectJson = new WeakMap<Project, string>();

function projectText(project: Project): string {
  const text = projectJson.get(project) ?? JSON.stringify(toProjectResource(project));
  projectJson.set(project, text);
  return text;
}

/** The fields of an object without its braces. */
const fieldsText = (fields: object) => JSON.stringify(fields).slice(1, -1);

/**
 * The text of the full public form. Almost all of it are projects, twice, so each is written once
 * for all orders that were read together.
 */
export function orderText(order: OrderDetail): string {
  const projects = order.allocations.map(({ project }) => projectText(project));
  const allocations = order.allocations.map(
    (allocation, at) =>
      `{"project":${projects[at]},${fieldsText(toAllocatedResource(allocation))}}`,
  );
  const ride = fieldsText(rideOf(order));
  return (
    `{${fieldsText(ownFieldsOf(order))},"projects":[${projects}],` +
    `"project_allocations":[${allocations}]${ride && `,${ride}`}}`
  );
}
