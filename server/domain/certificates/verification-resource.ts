import { z } from "zod";
import { OrderRegistryFields, RetirementRegistryFields } from "#domain/orders";
import type { Verification, VerifiedCertificate, VerifiedRetirement } from "./find-verification";

const kg = (description: string, example: number) =>
  z.int().meta({ description, examples: [example] });
const textField = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] });

const mode = z.enum(["live", "test"]).meta({
  description: "`test`: sandbox credits; no real credits were retired.",
});

const RetirementMatch = z
  .strictObject({
    project: z
      .strictObject({
        id: textField("ID of the project.", "prj_sandbox_salt_heron_mangroves"),
        name: textField("Name of the project.", "Northern Delta Mangroves"),
        registry_name: textField("Name of the registry.", "Verra"),
        registry_id: z
          .string()
          .nullable()
          .meta({
            description: "ID of the project in the registry. Null if unknown.",
            examples: ["VCS1340"],
          }),
      })
      .meta({ description: "Project that issued the credits." }),
    vintage_year: z
      .int()
      .meta({ description: "Year of the reductions or removals.", examples: [2022] }),
    serial_number_range: textField(
      "Serial numbers of the retirement, in the registry's format.",
      "19385-941467007-941467008-VCS-VCU-1507-VER-ET-14-1340-01012022-31122022-1",
    ),
    ...RetirementRegistryFields,
    amount_kg: kg("Amount of the retirement.", 1500),
    url: z
      .string()
      .nullable()
      .meta({
        description: "URL of the retirement at the registry, if it has one.",
        examples: ["https://registry.example/retirements/4711"],
      }),
  })
  .meta({ id: "VerifiedRetirement", description: "Credits of an order from one lot." });

const SerialMatch = z
  .strictObject({
    mode,
    ...RetirementMatch.omit({ registry_beneficiary: true, amount_kg: true }).shape,
    matched_kg: kg("Part of the queried serial numbers that one certificate has.", 700),
  })
  .meta({ id: "VerifiedSerials", description: "Share of one certificate in serial numbers." });

const CertificateMatch = z
  .strictObject({
    order_number: textField("Number of the order.", "019d-c7b3-4c1a-7b2e-9c44-3f5a-10b2-77de"),
    mode,
    state: z.enum(["placed", "fulfilled", "cancelled"]).meta({
      description:
        "`fulfilled`: credits are allocated to the order, irrevocably. `registry_status` says " +
        "whether the registry has retired them. `placed`: none are yet. `cancelled`: none will be.",
      examples: ["fulfilled"],
    }),
    statement: textField(
      "What may be claimed about the credits now.",
      "25 kg of carbon credits for Northwind Deliveries were retired at Verra on November 3, 2026, reference 4711.",
    ),
    ...OrderRegistryFields,
    revision: z.int().meta({
      description: "Current revision of the certificate.",
      examples: [2],
    }),
    status_as_of: z.iso.datetime().meta({
      description: "Time of the current revision.",
      examples: ["2026-11-24T08:30:00.000Z"],
    }),
    is_current_revision: z
      .boolean()
      .nullable()
      .meta({
        description: "Whether the queried `revision` is the current one. Null without `revision`.",
        examples: [true],
      }),
    retired_on: z.iso
      .datetime()
      .nullable()
      .meta({
        description:
          "When the credits were retired in the seller's ledger. Null unless the order is fulfilled.",
        examples: ["2026-11-21T12:00:01.250Z"],
      }),
    beneficiary: z
      .strictObject({ name: textField("Name of the beneficiary.", "Northwind Deliveries") })
      .nullable()
      .meta({ description: "For whom the credits are. Null if the order is cancelled." }),
    seller: z
      .strictObject({ name: textField("Name of the seller.", "Aero Climate") })
      .nullable()
      .meta({ description: "Seller of the credits. Null if the order is cancelled." }),
    amount_kg: z
      .int()
      .nullable()
      .meta({
        description: "Amount of the whole order. Null if it is cancelled.",
        examples: [2500],
      }),
    certificate_public_url: textField(
      "Page of the certificate.",
      "https://till.example/certificates/ord_01kx3v6d0tf9sv4m2c8j5a7b9e",
    ),
    certificate_json_url: z
      .string()
      .nullable()
      .meta({
        description: "Complete certificate as JSON. Null if the order is cancelled.",
        examples: ["https://till.example/certificates/ord_01kx3v6d0tf9sv4m2c8j5a7b9e/json"],
      }),
    retirements: z.array(RetirementMatch).meta({
      description: "Retirements of the order. Empty unless it is fulfilled.",
    }),
  })
  .meta({ id: "VerifiedCertificate", description: "Public data of an order." });

const SerialStatusResource = z
  .strictObject({
    mode,
    asked_kg: z
      .int()
      .nullable()
      .meta({
        description:
          "Amount that the queried serial numbers represent, 1,000 kg each. Null if unknown.",
        examples: [1000],
      }),
    retired_kg: kg("Part of that amount that belongs to certificates.", 700),
    replaced_kg: kg(
      "Part of `retired_kg` that no longer counts: the registry's records show it as retired for " +
        "someone else, and other credits were substituted.",
      0,
    ),
    registry_retired_kg: kg("Part of `retired_kg` that the registry has recorded as retired.", 700),
    in_registry: z.boolean().meta({
      description:
        "True if the registry's list of retirements, as last imported, includes any of the serial " +
        "numbers. If `retired_kg` is 0, they were retired outside this service.",
      examples: [false],
    }),
  })
  .meta({ id: "SerialStatus", description: "Status of the queried serial numbers in one mode." });

export const VerificationResource = z
  .strictObject({
    data: z.array(CertificateMatch).meta({
      description:
        "The certificate of the order. Empty for a query by serial numbers, which says nothing about " +
        "who holds them.",
    }),
    has_more: z.boolean().meta({
      description:
        "True if the kg of `serials` are of the first certificates only. Query fewer serial numbers.",
      examples: [false],
    }),
    retirements: z.array(SerialMatch).meta({
      description:
        "For a query by serial numbers: the share of each certificate, without its number and " +
        "holder. Empty for other queries.",
    }),
    serials: z.array(SerialStatusResource).meta({
      description:
        "Status of the serial numbers in each mode in which an order has any of them. Serial " +
        "numbers in stock that no order has are not included.",
    }),
  })
  .meta({ id: "Verification", description: "Result of a verification." });
export type VerificationResource = z.infer<typeof VerificationResource>;

function toRegistryFields({ credits }: Pick<VerifiedRetirement, "credits">) {
  return {
    url: credits?.url ?? null,
    registry_status: credits?.registry_status ?? ("unreported" as const),
    registry_retired_kg: credits?.registry_retired_kg ?? 0,
    registry_disputed_kg: credits?.registry_disputed_kg ?? 0,
    registry_retired_on: credits?.registry_retired_on ?? null,
    registry_reference: credits?.registry_reference ?? null,
    replaced_kg: credits?.replaced_kg ?? 0,
    replaced_on: credits?.replaced_on ?? null,
    replaced_as: credits?.replaced_as ?? null,
    substituted_on: credits?.substituted_on ?? null,
  };
}

function toRetirement({ project, ...retirement }: VerifiedRetirement) {
  return {
    project: {
      id: project.id,
      name: project.name,
      registry_name: project.registry_name,
      registry_id: project.registry_id,
    },
    vintage_year: retirement.vintageYear,
    serial_number_range: retirement.serialNumberRange,
    ...toRegistryFields(retirement),
  };
}

/** The certificate's share in the queried serial numbers. */
function toSerialMatches({ certificate, retirements }: VerifiedCertificate) {
  return retirements.map((retirement) => ({
    mode: certificate.mode,
    ...toRetirement(retirement),
    matched_kg: retirement.matchedKg ?? 0,
  }));
}

function toMatch({ certificate, retirements, isCurrentRevision }: VerifiedCertificate) {
  const isCancelled = certificate.state === "cancelled";
  return {
    order_number: certificate.order_number,
    mode: certificate.mode,
    state: certificate.state,
    statement: certificate.statement,
    registry_status: certificate.registry_status,
    registry_retired_on: certificate.registry_retired_on,
    revision: certificate.revision,
    status_as_of: certificate.status_as_of,
    is_current_revision: isCurrentRevision,
    retired_on: certificate.retired_on,
    beneficiary: isCancelled ? null : { name: certificate.beneficiary.name },
    seller: isCancelled ? null : certificate.seller,
    amount_kg: isCancelled ? null : certificate.amount_kg,
    certificate_public_url: certificate.certificate_public_url,
    certificate_json_url: isCancelled ? null : certificate.certificate_json_url,
    retirements: retirements.map((retirement) => ({
      ...toRetirement(retirement),
      registry_beneficiary: retirement.credits?.registry_beneficiary ?? null,
      amount_kg: retirement.amountKg,
    })),
  };
}

export function toVerificationResource(verification: Verification): VerificationResource {
  // Serial numbers are consecutive: with names, anyone could list a seller's customers.
  const isOfSerials = verification.serials.length > 0;
  return {
    data: isOfSerials ? [] : verification.certificates.map(toMatch),
    retirements: isOfSerials ? verification.certificates.flatMap(toSerialMatches) : [],
    has_more: verification.hasMore,
    serials: verification.serials.map((status) => ({
      mode: status.mode,
      asked_kg: status.queriedKg,
      retired_kg: status.retiredKg,
      replaced_kg: status.replacedKg,
      registry_retired_kg: status.registryRetiredKg,
      in_registry: status.isInRegistry,
    })),
  };
}
