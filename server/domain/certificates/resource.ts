import { z } from "zod";
import { adjustments, evidenceKinds } from "#domain/inventory";
import { OrderRegistryFields, type PublicOrder, RetirementRegistryFields } from "#domain/orders";
import { toProjectFacts } from "./project-facts";
import { beneficiaryOf } from "./rules";

const Label = z.strictObject({
  scheme: z.string(),
  granted_on: z.iso.date().nullable(),
  source_url: z.string().nullable(),
});

const RetirementFacts = z.strictObject({
  vintage_year: z.int(),
  serial_number_range: z.string().meta({
    description: "Serial numbers in the registry's format.",
  }),
  amount_kg: z.int(),
  url: z
    .string()
    .nullable()
    .meta({ description: "URL of the retirement in the registry, if known." }),
  // Older records have no labels and no adjustment.
  labels: z
    .array(Label)
    .default([])
    .meta({ description: "Labels that the registry or a scheme gave the credits, such as CCP." }),
  corresponding_adjustment: z
    .enum(adjustments)
    .nullable()
    .default(null)
    .meta({
      description:
        "Corresponding adjustment by the host country, under Article 6 of the Paris Agreement. Null " +
        "if not known.",
    }),
});

const RecordResource = z
  .strictObject({
    id: z.string(),
    amount_kg: z.int().meta({ description: "Amount of these credits that the record covers." }),
    kind: z.enum(evidenceKinds).meta({
      description: "`cancelled`: taken out of circulation by the registry, without a beneficiary.",
    }),
    retired_on: z.iso.date().meta({ description: "Date of the retirement or cancellation." }),
    reference: z.string().nullable().meta({ description: "The registry's reference, if any." }),
    beneficiary: z.string().nullable().meta({ description: "Name in the registry's record." }),
    is_shared: z.boolean().meta({
      description: "True for a tonne of several customers, retired under one name for all of them.",
    }),
    url: z.string().nullable(),
  })
  .meta({
    id: "RegistryRecord",
    description: "A registry's own record of a retirement or cancellation.",
  });

const RetirementResource = RetirementFacts.extend({
  ...RetirementRegistryFields,
  registry_records: z.array(RecordResource).meta({ description: "Oldest first." }),
});

const ProjectFacts = z.strictObject({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  location_name: z.string(),
  developer: z.string(),
  methodology: z.string().nullable(),
  registry_name: z.string(),
  registry_id: z.string().nullable(),
  registry_url: z.string().nullable(),
  un_sdg_goals: z.array(z.strictObject({ number: z.int(), name: z.string() })),
  amount_kg: z.int(),
  retirements: z.array(RetirementFacts),
});

/** Facts of a certificate, which are final once the order is fulfilled. */
export const CertificateFacts = z.strictObject({
  order_id: z.string(),
  order_number: z.string(),
  state: z.enum(["placed", "fulfilled", "cancelled"]),
  mode: z.enum(["live", "test"]).meta({
    description: "`test`: sandbox credits; no real credits were retired.",
  }),
  // Older records have the statement of their time, which nothing reads.
  statement: z.string().optional(),
  // Older records have no message and URL.
  beneficiary: z.strictObject({
    name: z.string(),
    message: z.string().nullable().default(null),
    url: z.string().nullable().default(null),
  }),
  seller: z.strictObject({ name: z.string() }),
  amount_kg: z.int(),
  description: z.string().nullable(),
  created_on: z.iso.datetime(),
  retired_on: z.iso
    .datetime()
    .nullable()
    .meta({ description: "When the credits were retired in the seller's ledger." }),
  projects: z.array(ProjectFacts).meta({ description: "Empty until the order is fulfilled." }),
});
export type CertificateFacts = z.infer<typeof CertificateFacts>;

const ProjectResource = ProjectFacts.extend({ retirements: z.array(RetirementResource) });

export const CertificateResource = CertificateFacts.extend({
  statement: z.string().meta({ description: "What may be claimed about the credits now." }),
  ...OrderRegistryFields,
  matchable_from: z.iso
    .datetime()
    .nullable()
    .meta({
      description:
        "End of the customer's right of withdrawal, after which credits are set aside. Null unless " +
        "the order waits for it.",
    }),
  credits_expected_by: z.iso.date().nullable().meta({
    description: "Day by which the credits of a waiting back-order come.",
  }),
  revision: z.int().min(1).meta({
    description: "Increases with every change of what the registries have on record.",
  }),
  status_as_of: z.iso.datetime().meta({ description: "Time of the revision." }),
  projects: z.array(ProjectResource).meta({ description: "Empty until the order is fulfilled." }),
  certificate_public_url: z.string(),
  certificate_download_public_url: z.string(),
  certificate_json_url: z.string(),
}).meta({
  id: "Certificate",
  description: "For whom credits were set aside, and their registry's records of retirement.",
});
export type CertificateResource = z.infer<typeof CertificateResource>;

export type CertificateProject = z.infer<typeof ProjectResource>;
export type CertificateRetirement = z.infer<typeof RetirementResource>;

export function toCertificateFacts(order: PublicOrder): CertificateFacts {
  return {
    order_id: order.id,
    order_number: order.number,
    state: order.state,
    mode: order.mode,
    beneficiary: beneficiaryOf(order),
    seller: { name: order.accountName },
    amount_kg: order.amountKg,
    description: order.description,
    created_on: order.createdAt.toISOString(),
    retired_on: order.state === "fulfilled" ? (order.settledAt?.toISOString() ?? null) : null,
    projects: order.allocations
      .map(toProjectFacts)
      .filter(({ retirements }) => retirements.length > 0),
  };
}
