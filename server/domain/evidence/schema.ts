import { z } from "zod";
import { trimmedText } from "#core/text";

/** When credits are retired at their registry: after they are sold, or before. */
export const timings = ["after_sale", "before_sale"] as const;
export type Timing = (typeof timings)[number];

/** The ways of asking a registry to retire credits. */
export const adapterNames = ["manual", "isometric", "sandbox"] as const;
export type AdapterName = (typeof adapterNames)[number];

/** `unknown`: sent, and the response was lost. */
export const requestStates = ["written", "sent", "confirmed", "refused", "unknown"] as const;
export type RequestState = (typeof requestStates)[number];

export const evidenceSources = ["import", "adapter", "operator"] as const;
export type EvidenceSource = (typeof evidenceSources)[number];

/**
 * `theirs`: the credits are lost; `dismissed`: the export's row is wrong; `disputed`: not decided
 * yet, but the orders' certificates say so from now on.
 */
export const incidentDecisions = ["ours", "theirs", "dismissed", "disputed"] as const;

const day = z.iso.date("must be a date such as 2026-11-03");
const optional = (max: number) =>
  trimmedText(max)
    .nullish()
    .transform((value) => value || null);
const url = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .max(2048)
  .nullish()
  .transform((value) => value ?? null);

export const IncidentDecision = z.strictObject({
  decision: z.enum(incidentDecisions),
  note: optional(1000),
  /** Needed to record evidence from a row without a date. */
  retired_on: day.nullish().transform((value) => value ?? null),
});
export type IncidentDecision = z.infer<typeof IncidentDecision>;

/** The stock that substitutes come from; by default the same project, or the order's portfolio. */
export const RemedyChoice = z.strictObject({ portfolio_id: optional(255) });
export type RemedyChoice = z.infer<typeof RemedyChoice>;

/** Facts of the registry's record that an operator enters or corrects. */
const record = {
  retired_on: day,
  beneficiary: optional(512),
  registry_reference: optional(255),
  url,
};

/** A retirement that an operator copies from the registry. One serial range per line. */
export const ManualRetirement = z.strictObject({ ...record, serials: trimmedText(10_000, 1) });
export type ManualRetirement = z.infer<typeof ManualRetirement>;

/** Sold credits that were invalidated, by a letter and not by a row of an export. */
export const Invalidation = z.strictObject({
  registry: trimmedText(255, 1),
  serials: trimmedText(10_000, 1),
  date: day,
  reason: trimmedText(500, 1),
  /** The letter: a link to it, or what it is and where it is kept. */
  proof: trimmedText(500, 1),
});
export type Invalidation = z.infer<typeof Invalidation>;

export const RetirementCorrection = z.strictObject({ ...record, reason: trimmedText(1000, 1) });
export type RetirementCorrection = z.infer<typeof RetirementCorrection>;

export const RetirementWithdrawal = z.strictObject({ reason: trimmedText(1000, 1) });

export const PolicyChange = z.strictObject({
  timing: z.enum(timings),
  retire_within_days: z.coerce.number().int().min(0).max(3650),
  pool_text: trimmedText(500, 1),
  adapter: z.enum(adapterNames),
  organization_id: optional(255),
});
export type PolicyChange = z.infer<typeof PolicyChange>;
