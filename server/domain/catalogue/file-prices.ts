// A catalogue file gives prices in cents per tonne, or in whole cents per kg.
import { z } from "zod";
import { KG_PER_TONNE } from "#core/mass";

export const MAX_PRICE_PER_TONNE = 1_000_000_000;

const pricePerTonne = z.int().min(1).max(MAX_PRICE_PER_TONNE).nullish();
const pricePerKg = z
  .int()
  .min(1)
  .max(MAX_PRICE_PER_TONNE / KG_PER_TONNE)
  .nullish();

export const filePrices = {
  api_price_per_tonne_usd_cents: pricePerTonne,
  api_price_per_kg_usd_cents: pricePerKg,
  checkout_price_per_tonne_usd_cents: pricePerTonne,
  checkout_price_per_kg_usd_cents: pricePerKg,
};
type FilePrices = z.infer<z.ZodObject<typeof filePrices>>;

type Channel = "api" | "checkout";

/** The channel's price per tonne; null if the entry has none. Two prices are an issue. */
function priceOf(entry: FilePrices, channel: Channel, ctx: z.RefinementCtx): number | null {
  const [field, perKgField] = [
    `${channel}_price_per_tonne_usd_cents`,
    `${channel}_price_per_kg_usd_cents`,
  ] as const;
  const perTonne = entry[field] ?? null;
  const perKg = entry[perKgField] ?? null;
  if (perKg === null) return perTonne;
  if (perTonne !== null) {
    const message = `must not be given together with ${perKgField}`;
    ctx.addIssue({ code: "custom", input: perTonne, path: [field], message });
  }
  return perKg * KG_PER_TONNE;
}

/** Replaces all spellings by the price per tonne in minor units; null if the entry has no price. */
export function withPrices<Entry extends FilePrices>(entry: Entry, ctx: z.RefinementCtx) {
  const {
    api_price_per_kg_usd_cents: _,
    api_price_per_tonne_usd_cents: __,
    checkout_price_per_kg_usd_cents: ___,
    checkout_price_per_tonne_usd_cents: ____,
    ...rest
  } = entry;
  return {
    ...rest,
    api_price_per_tonne: priceOf(entry, "api", ctx),
    checkout_price_per_tonne: priceOf(entry, "checkout", ctx),
  };
}

/** As `withPrices`; a missing price is an issue. */
export function withRequiredPrices<Entry extends FilePrices>(entry: Entry, ctx: z.RefinementCtx) {
  const priced = withPrices(entry, ctx);
  const required = (price: number | null, field: keyof FilePrices): number => {
    if (price !== null) return price;
    ctx.addIssue({ code: "custom", input: price, path: [field], message: "is required" });
    return z.NEVER;
  };
  return {
    ...priced,
    api_price_per_tonne: required(priced.api_price_per_tonne, "api_price_per_tonne_usd_cents"),
    checkout_price_per_tonne: required(
      priced.checkout_price_per_tonne,
      "checkout_price_per_tonne_usd_cents",
    ),
  };
}
