import { z } from "zod";
import type { Verification, VerifiedCertificate } from "./find-verification";

const kg = (description: string, example: number) =>
  z.int().meta({ description, examples: [example] });
const words = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] });

const mode = z.enum(["live", "test"]).meta({
  description: "`test`: sandbox credits; nothing real was retired.",
});

const RetirementMatch = z
  .strictObject({
    project: z
      .strictObject({
        id: words("The project's id.", "prj_sandbox_salt_heron_mangroves"),
        name: words("Name of the project.", "Northern Delta Mangroves"),
        registry_name: words("The registry.", "Verra"),
        registry_id: z
          .string()
          .nullable()
          .meta({
            description: "The project's id in the registry. Null when unknown.",
            examples: ["VCS1340"],
          }),
      })
      .meta({ description: "Project that the credits come from." }),
    vintage_year: z
      .int()
      .meta({ description: "Year of the reductions or removals.", examples: [2022] }),
    serial_number_range: words(
      "Serial numbers of the retired tonnes, in the registry's format.",
      "19385-941467007-941467008-VCS-VCU-1507-VER-ET-14-1340-01012022-31122022-1",
    ),
    amount_kg: kg("Retired amount in kg.", 1500),
    matched_kg: z
      .int()
      .nullable()
      .meta({
        description:
          "Retired amount of the serial numbers that you searched for. Null if you searched " +
          "for an order.",
        examples: [700],
      }),
  })
  .meta({ id: "VerifiedRetirement", description: "Credits of one lot that an order retired." });

const CertificateMatch = z
  .strictObject({
    order_number: words("Number of the order.", "019d-c7b3-4c1a-7b2e-9c44-3f5a-10b2-77de"),
    mode,
    state: z.enum(["placed", "fulfilled", "cancelled"]).meta({
      description:
        "`fulfilled`: the credits are retired. `placed`: not yet. `cancelled`: they will not " +
        "be retired.",
      examples: ["fulfilled"],
    }),
    retired_on: z.iso
      .datetime()
      .nullable()
      .meta({
        description: "Time of retirement; null unless fulfilled.",
        examples: ["2026-11-21T12:00:01.250Z"],
      }),
    beneficiary: z
      .strictObject({ name: words("Name of the beneficiary.", "Northwind Deliveries") })
      .nullable()
      .meta({ description: "Beneficiary of the retirement. Null if the order is cancelled." }),
    seller: z
      .strictObject({ name: words("Name of the seller.", "Aero Climate") })
      .nullable()
      .meta({ description: "Seller of the credits. Null if the order is cancelled." }),
    amount_kg: z
      .int()
      .nullable()
      .meta({
        description: "Amount of the whole order in kg. Null if the order is cancelled.",
        examples: [2500],
      }),
    certificate_public_url: words(
      "URL of the certificate.",
      "https://till.example/certificates/ord_01kx3v6d0tf9sv4m2c8j5a7b9e",
    ),
    certificate_json_url: z
      .string()
      .nullable()
      .meta({
        description: "URL of the whole certificate as JSON. Null if the order is cancelled.",
        examples: ["https://till.example/certificates/ord_01kx3v6d0tf9sv4m2c8j5a7b9e/json"],
      }),
    retirements: z.array(RetirementMatch).meta({
      description:
        "Retirements of the order. If you searched for serial numbers, only those that " +
        "contain them. Empty unless fulfilled.",
    }),
  })
  .meta({ id: "VerifiedCertificate", description: "Public data of an order." });

const Standing = z
  .strictObject({
    mode,
    asked_kg: z
      .int()
      .nullable()
      .meta({
        description: "Amount of the serial numbers at 1,000 kg each. Null if it is not known.",
        examples: [1000],
      }),
    retired_kg: kg("Part of it that the certificates in `data` retired.", 700),
    in_registry: z.boolean().meta({
      description:
        "Whether the registry's own list of retirements contains any of the serial numbers. " +
        "If `retired_kg` is 0, they were retired outside of this service.",
      examples: [false],
    }),
  })
  .meta({ id: "SerialStatus", description: "Status of the serial numbers in one mode." });

export const VerificationResource = z
  .strictObject({
    data: z.array(CertificateMatch).meta({
      description: "Certificates, live ones first. Empty if nothing was found.",
    }),
    has_more: z.boolean().meta({
      description: "Whether there are more: search for fewer serial numbers.",
      examples: [false],
    }),
    serials: z.array(Standing).meta({
      description:
        "Status of the serial numbers in each mode that knows any of them. Empty if none " +
        "does: they are not retired here, whether or not they are in stock.",
    }),
  })
  .meta({ id: "Verification", description: "Result of a verification." });
export type VerificationResource = z.infer<typeof VerificationResource>;

function toMatch({ certificate, retirements }: VerifiedCertificate) {
  const isCancelled = certificate.state === "cancelled";
  return {
    order_number: certificate.order_number,
    mode: certificate.mode,
    state: certificate.state,
    retired_on: certificate.retired_on,
    beneficiary: isCancelled ? null : { name: certificate.beneficiary.name },
    seller: isCancelled ? null : certificate.seller,
    amount_kg: isCancelled ? null : certificate.amount_kg,
    certificate_public_url: certificate.certificate_public_url,
    certificate_json_url: isCancelled ? null : certificate.certificate_json_url,
    retirements: retirements.map(({ project, ...retirement }) => ({
      project: {
        id: project.id,
        name: project.name,
        registry_name: project.registry_name,
        registry_id: project.registry_id,
      },
      vintage_year: retirement.vintageYear,
      serial_number_range: retirement.serialNumberRange,
      amount_kg: retirement.amountKg,
      matched_kg: retirement.matchedKg,
    })),
  };
}

/** The public form of what was found. */
export function toVerificationResource(found: Verification): VerificationResource {
  return {
    data: found.certificates.map(toMatch),
    has_more: found.hasMore,
    serials: found.serials.map((standing) => ({
      mode: standing.mode,
      asked_kg: standing.queriedKg,
      retired_kg: standing.retiredKg,
      in_registry: standing.isInRegistry,
    })),
  };
}
