// Public form of what registries have on record about an order.
import { z } from "zod";
import { registryStatuses } from "#schemas/inventory";
import { type AllocatedCredits, type Order, replacedAs } from "./order";

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

/** Columns of an order about its evidence. */
export type OrderRegistryColumns = Pick<
  Order,
  "state" | "registryStatus" | "registryRetiredOn" | "registryRevision" | "registryStatusAt"
>;

export function toOrderRegistryFields(
  order: Pick<OrderRegistryColumns, "state" | "registryStatus" | "registryRetiredOn">,
) {
  const registryStatus = order.state === "fulfilled" ? order.registryStatus : null;
  return {
    registry_status: registryStatus,
    registry_retired_on: registryStatus === "retired" ? order.registryRetiredOn : null,
  };
}

export function toRetirementRegistryFields(credits: AllocatedCredits) {
  const latest = credits.records.at(-1);
  const retired = credits.records.filter(({ kind }) => kind === "retired");
  return {
    url: latest?.url ?? credits.url,
    amount_kg: credits.amountKg,
    registry_status: credits.registryStatus,
    registry_retired_kg: retired.reduce((kg, { amountKg }) => kg + amountKg, 0),
    registry_disputed_kg: credits.disputedKg,
    registry_retired_on: credits.registryStatus === "retired" ? (latest?.retiredOn ?? null) : null,
    registry_reference: latest?.reference ?? null,
    registry_beneficiary: credits.records.findLast(({ isPool }) => isPool)?.beneficiary ?? null,
    replaced_kg: credits.replacedKg,
    replaced_on: credits.replacedAt?.toISOString() ?? null,
    replaced_as: credits.replacedAs,
    substituted_on: credits.substitutedAt?.toISOString() ?? null,
  };
}
