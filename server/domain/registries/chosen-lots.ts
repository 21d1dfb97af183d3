// New lots of an import: which of them to import, and what they cost the operator.
import { z } from "zod";
import { text } from "#core/text";
import { costPerTonne, type ParsedLot } from "#domain/inventory";
import type { ReadFile } from "./read-retirements";

/** Limit of new lots that a preview lists; only those can be chosen one by one. */
export const MAX_CHOICES = 1000;

const lotId = text(255, 1);

export const ChosenLots = z.strictObject({
  include: z.union([z.literal("all"), z.array(lotId).max(MAX_CHOICES)]),
  cost_per_tonne_usd_cents: z.strictObject({
    default: costPerTonne.nullable(),
    by_lot: z
      .record(lotId, costPerTonne)
      .refine((costs) => Object.keys(costs).length <= MAX_CHOICES, "has too many lots"),
  }),
});
export type ChosenLots = z.infer<typeof ChosenLots>;

export const allLots: ChosenLots = {
  include: "all",
  cost_per_tonne_usd_cents: { default: null, by_lot: {} },
};

/** The files without the rows of stock that were not chosen; retired rows stay. */
export function chosenOf(files: readonly ReadFile[], { include }: ChosenLots): ReadFile[] {
  if (include === "all") return [...files];
  const chosen = new Set(include);
  return files.map((file) => ({ ...file, lots: file.lots.filter(({ id }) => chosen.has(id)) }));
}

/** The new lots with their costs. A cost that their file names stays. */
export function withCosts(
  lots: readonly ParsedLot[],
  { cost_per_tonne_usd_cents: { default: all, by_lot: own } }: ChosenLots,
): ParsedLot[] {
  return lots.map((lot) => ({
    ...lot,
    costPerTonneUsdCents: own[lot.id] ?? lot.costPerTonneUsdCents ?? all,
  }));
}
