import { z } from "zod";
import { text, trimmedText } from "#core/text";
import { typedDollars } from "#core/typed-dollars";
import { costPerTonne, lotAttributeEntry } from "./lot-attributes";

/** All lots of a mode share a line of 2^52 kg. */
const MAX_LOT_KG = 1_000_000_000_000;

export const CreditLotEntry = z.strictObject({
  id: text(255, 1),
  project_id: text(255, 1),
  vintage_year: z.int().min(1900).max(2200),
  quantity_kg: z.int().min(1).max(MAX_LOT_KG),
  serial_number_range: text(512, 1).trim(),
  /** The text names the whole lot; it holds no numbers of serials. */
  opaque_serials: z.boolean().default(false),
  retirement_url: z
    .url({ protocol: /^https?$/, error: "must be an http or https URL" })
    .max(2048)
    .nullish()
    .transform((value) => value ?? null),
  ...lotAttributeEntry,
});
export type CreditLotEntry = z.infer<typeof CreditLotEntry>;

/** `stopped` lots wait for an operator's decision; `removed` ones never return. */
export const lotStates = ["on_sale", "stopped", "removed"] as const;
export type LotState = (typeof lotStates)[number];

/** Credits of `retired` lots were retired at their registry before the sale. */
export const holdings = ["active", "retired"] as const;
export type Holding = (typeof holdings)[number];

/** Credits that a registry cancelled are out of circulation without a beneficiary. */
export const evidenceKinds = ["retired", "cancelled"] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/**
 * Registry status of a ledger allocation, the weakest first. `unreported`: allocated before the
 * till kept registry evidence. `disputed`: the registry shows the kg for another beneficiary.
 * `cancelled`: the registry has cancelled kg without a retirement.
 */
export const registryStatuses = [
  "disputed",
  "cancelled",
  "unreported",
  "pending",
  "requested",
  "retired",
] as const;
export type RegistryStatus = (typeof registryStatuses)[number];

export const SetLotCost = z.strictObject({
  id: text(255, 1),
  cost_per_tonne_usd_cents: costPerTonne.nullable(),
});

/** The cost in dollars per tonne, as typed; in cents after validation. */
export const LotCostForm = z.strictObject({
  cost_per_tonne_usd_cents: typedDollars({ minCents: 0, maxCents: 1_000_000_000 }).nullable(),
});

/** Reason for stopping or removing a lot, kept with it and in the audit log. */
export const LotDecision = z.strictObject({ reason: trimmedText(1_000, 1) });
