import { z } from "zod";
import { appUrl } from "#core/env";
import { projectAttributeResource } from "#domain/catalogue";
import { adjustments, registryStatuses } from "#domain/inventory";
import type { RetirementRow } from "./retirement-rows";

const { country_code, mechanism, sink } = projectAttributeResource;

const label = z.strictObject({
  scheme: z.string().meta({ description: "Name of the scheme.", examples: ["CCP"] }),
  granted_on: z.iso
    .date()
    .nullable()
    .meta({ description: "Date of the label. Null if not stated.", examples: ["2026-03-01"] }),
  source_url: z
    .string()
    .nullable()
    .meta({
      description: "Source of the label. Null if not stated.",
      examples: ["https://registry.example/labels"],
    }),
});

const nullable = (description: string, example: string) =>
  z
    .string()
    .nullable()
    .meta({ description, examples: [example] });

export const RetirementResource = z
  .strictObject({
    id: z.string().meta({
      description: "Id of the retirement, for cursors.",
      examples: ["ord_01kx3v6d0tf9sv4m2c8j5a7b9e_0"],
    }),
    order_id: z
      .string()
      .meta({ description: "Id of the order.", examples: ["ord_01kx3v6d0tf9sv4m2c8j5a7b9e"] }),
    subaccount_id: nullable(
      "Id of the order's subaccount. Null if it belongs to the account.",
      "sub_01kx3v6d0tf9sv4m2c8j5a7b9e",
    ),
    metadata: nullable("Your own reference of the order.", "invoice 4711"),
    retired_on: z.iso.datetime().meta({
      description: "Time at which these kg were set aside for the order, irrevocably.",
      examples: ["2026-11-21T12:00:03.000Z"],
    }),
    amount_kg: z.int().meta({ description: "Amount in kg of CO2e.", examples: [25] }),
    project_id: z.string().meta({
      description: "Id of the project.",
      examples: ["prj_sandbox_salt_heron_mangroves"],
    }),
    project_name: z
      .string()
      .meta({ description: "Name of the project.", examples: ["Northern Delta Mangroves"] }),
    project_type: z
      .string()
      .meta({ description: "Type of the project.", examples: ["Reforestation"] }),
    country_code,
    mechanism,
    sink,
    vintage_year: z.int().meta({ description: "Vintage of the credits.", examples: [2022] }),
    registry: z
      .string()
      .meta({ description: "Key of the registry, as in the filter.", examples: ["verra"] }),
    registry_project_id: nullable("Id of the project at the registry.", "VCS1340"),
    serial_number_range: z.string().meta({
      description: "Serial numbers of the tonnes that contain these kg.",
      examples: ["19385-941467007-941467007-VCS-VCU-1507-VER-ET-14-1340-01012022-31122022-1"],
    }),
    credit_type: nullable("The registry's name for the unit. Null if not stated.", "VCU"),
    labels: z
      .array(label)
      .meta({ description: "Labels of the credits today, such as CCP. Empty if not stated." }),
    corresponding_adjustment: z
      .enum(adjustments)
      .nullable()
      .meta({
        description: "Adjustment under Article 6 of the Paris Agreement. Null if not stated.",
        examples: ["authorized"],
      }),
    corresponding_adjustment_url: nullable(
      "Letter of the host country. Null if not stated.",
      "https://registry.example/letters/17.pdf",
    ),
    registry_status: z.enum(registryStatuses).meta({
      description:
        "What the registry has recorded: `pending` nothing yet, `requested`, `retired`, " +
        "`disputed` for another beneficiary, `cancelled` without a retirement. `unreported`: " +
        "allocated before evidence was kept.",
      examples: ["retired"],
    }),
    registry_retired_kg: z.int().meta({
      description: "Kg of this retirement that the registry has retired.",
      examples: [25],
    }),
    registry_retirement_id: nullable(
      "Id of the registry's latest retirement of these kg. Null unless `retired`.",
      "rrt_01kx3v6d0tf9sv4m2c8j5a7b9e",
    ),
    registry_retired_on: z.iso
      .date()
      .nullable()
      .meta({
        description: "Date of the latest retirement at the registry. Null unless `retired`.",
        examples: ["2026-11-24"],
      }),
    registry_reference: nullable(
      "The registry's own reference. Null unless `retired`, or if it has none.",
      "RET-4711",
    ),
    registry_beneficiary: nullable(
      "Beneficiary at the registry of tonnes that several orders share. Otherwise null.",
      "customers of Northly, see northly.example/verify",
    ),
    url: nullable(
      "URL of the retirement at the registry, or of the lot. Null if there is no page.",
      "https://registry.example/retirements/4711",
    ),
    replaced_kg: z.int().meta({
      description:
        "Part of `amount_kg` that no longer counts: the registry's records show it as retired for " +
        "someone else, and other credits were substituted.",
      examples: [0],
    }),
    substituted_on: z.iso
      .datetime()
      .nullable()
      .meta({
        description:
          "Time at which these credits were allocated in place of disputed ones. Null for the " +
          "credits first allocated.",
        examples: [null],
      }),
    certificate_public_url: z.string().meta({
      description: "The order's public certificate.",
      examples: ["https://till.example/certificates/ord_01kx3v6d0tf9sv4m2c8j5a7b9e"],
    }),
  })
  .meta({
    id: "RetirementListItem",
    description: "Kilograms of one lot that belong to one order, with their evidence.",
  });
export type RetirementResource = z.infer<typeof RetirementResource>;

export function toRetirementResource(row: RetirementRow): RetirementResource {
  const isRetired = row.registryStatus === "retired";
  const ifRetired = <Value>(value: Value) => (isRetired ? value : null);
  return {
    id: row.id,
    order_id: row.orderId,
    subaccount_id: row.subaccountId,
    metadata: row.metadata,
    retired_on: row.retiredAt.toISOString(),
    amount_kg: row.amountKg,
    project_id: row.projectId,
    project_name: row.projectName,
    project_type: row.projectType,
    country_code: row.countryCode,
    mechanism: row.mechanism,
    sink: row.sink,
    vintage_year: row.vintageYear,
    registry: row.registry,
    registry_project_id: row.registryProjectId,
    serial_number_range: row.serialNumberRange,
    credit_type: row.creditType,
    labels: row.labels,
    corresponding_adjustment: row.correspondingAdjustment,
    corresponding_adjustment_url: row.correspondingAdjustmentUrl,
    registry_status: row.registryStatus,
    registry_retired_kg: row.registryRetiredKg,
    registry_retirement_id: ifRetired(row.registryRetirementId),
    registry_retired_on: ifRetired(row.registryRetiredOn),
    registry_reference: ifRetired(row.registryReference),
    registry_beneficiary: ifRetired(row.isPool ? row.registryBeneficiary : null),
    url: ifRetired(row.evidenceUrl) ?? row.lotUrl,
    replaced_kg: row.replacedKg,
    substituted_on: row.substitutedAt?.toISOString() ?? null,
    certificate_public_url: `${appUrl()}/certificates/${row.orderId}`,
  };
}
