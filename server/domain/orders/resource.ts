import { z } from "zod";
import { amountSchema, currencyField } from "#core/contract-money";
import { ProjectResource } from "#domain/catalogue";
import { registryStatuses } from "#schemas/inventory";
import { replacedAs } from "./order";
import { orderStates, orderTypes } from "./rules";

const statusText =
  "`pending`: the registry has not been asked to retire them. `requested`: it has been asked and " +
  "has not confirmed. `retired`: it has recorded the retirement. `cancelled`: it has cancelled " +
  "some or all of them without a retirement. `disputed`: its records show some or all of them as " +
  "retired for someone else. `unreported`: allocated before this service " +
  "kept registry records, and none is on file.";

const status = z.enum(registryStatuses);

const day = (description: string) =>
  z.iso
    .date()
    .nullable()
    .meta({ description, examples: ["2026-11-03"] });

const moment = (description: string) =>
  z.iso
    .datetime()
    .nullable()
    .meta({ description, examples: [null] });

export const OrderRegistryFields = {
  registry_status: status.nullable().meta({
    description:
      "Status of the credits at their registries, the weakest of all parts in the order " +
      `disputed, cancelled, unreported, pending, requested, retired. Null unless fulfilled. ${statusText}`,
    examples: ["retired"],
  }),
  registry_retired_on: day(
    "Latest date of the registries' records. Null unless `registry_status` is `retired`.",
  ),
};

/** Fields of credits from one lot, in orders and certificates. */
export const RetirementRegistryFields = {
  amount_kg: z.int().meta({ description: "Amount in kg.", examples: [25] }),
  registry_status: status.meta({
    description: `Status of these credits at the registry. ${statusText}`,
    examples: ["retired"],
  }),
  registry_retired_kg: z.int().meta({
    description: "Part of the amount that the registry's records cover.",
    examples: [25],
  }),
  registry_disputed_kg: z.int().meta({
    description: "Part of the amount that the registry's records show as retired for someone else.",
    examples: [0],
  }),
  registry_retired_on: day("Latest date of the registry's records. Null unless retired."),
  registry_reference: z
    .string()
    .nullable()
    .meta({
      description: "The registry's reference of its latest record, if it has one.",
      examples: ["RET-4711"],
    }),
  registry_beneficiary: z
    .string()
    .nullable()
    .meta({
      description:
        "Name in the registry's record of a tonne that several customers share. Otherwise null.",
      examples: [null],
    }),
  replaced_kg: z.int().meta({
    description:
      "Part of the amount that no longer counts: the registry's records show it as retired for " +
      "someone else, or as cancelled, and other credits were substituted.",
    examples: [0],
  }),
  replaced_on: moment("Time of the latest substitution. Null unless `replaced_kg` is positive."),
  replaced_as: z
    .enum(replacedAs)
    .nullable()
    .meta({ description: "Reason of the latest substitution.", examples: [null] }),
  substituted_on: moment(
    "Time at which these credits were allocated in place of others. Null for the " +
      "credits first allocated.",
  ),
};

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
  currency: currencyField,
  ...amountSchema("price", {
    description: "Total price: kg × price per tonne / 1000, rounded up.",
    example: 150,
  }),
  ...amountSchema("price_per_tonne", {
    description: "Price per tonne when the order was placed.",
    example: 6000,
  }),
  ...amountSchema("refunded", {
    description:
      "Sum of the refunds of the checkout session's payment. Retired credits stay retired.",
    example: 0,
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
