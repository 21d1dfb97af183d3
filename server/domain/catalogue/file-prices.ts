// Prices of a catalogue file: a list by currency, or US cents per tonne or per kg.
import { z } from "zod";
import { KG_PER_TONNE } from "#core/mass";
import { currencyCode } from "#core/typed-money";
import type { Channel, PriceFields, PriceOn } from "./price-rules";

export const MAX_PRICE_PER_TONNE = 1_000_000_000;

const perTonne = z.int().min(1).max(MAX_PRICE_PER_TONNE);
const pricePerTonne = perTonne.nullish();
const pricePerKg = z
  .int()
  .min(1)
  .max(MAX_PRICE_PER_TONNE / KG_PER_TONNE)
  .nullish();

const inUsCents = {
  api_price_per_tonne_usd_cents: pricePerTonne,
  api_price_per_kg_usd_cents: pricePerKg,
  checkout_price_per_tonne_usd_cents: pricePerTonne,
  checkout_price_per_kg_usd_cents: pricePerKg,
};

const listOf = <Price extends z.ZodType<number | null>>(price: Price) =>
  z
    .array(
      z.strictObject({
        currency: currencyCode,
        api_price_per_tonne: price,
        checkout_price_per_tonne: price,
      }),
    )
    .optional();

export const categoryFilePrices = { ...inUsCents, prices: listOf(perTonne) };
export const portfolioFilePrices = { ...inUsCents, prices: listOf(perTonne.nullable()) };

type FilePrices = z.infer<z.ZodObject<typeof inUsCents>> & { prices?: PriceFields[] | undefined };

export interface EntryPrices {
  prices: PriceFields[];
  /** True if the entry lists its prices by currency: it then has none in others. */
  listsAllPrices: boolean;
}

/** The channel's price per tonne in US cents; null if the entry has none. Two prices are an issue. */
function centsOf(entry: FilePrices, channel: Channel, ctx: z.RefinementCtx): number | null {
  const [field, perKgField] = [
    `${channel}_price_per_tonne_usd_cents`,
    `${channel}_price_per_kg_usd_cents`,
  ] as const;
  const cents = entry[field] ?? null;
  const perKg = entry[perKgField] ?? null;
  if (perKg === null) return cents;
  if (cents !== null) {
    const message = `must not be given together with ${perKgField}`;
    ctx.addIssue({ code: "custom", input: cents, path: [field], message });
  }
  return perKg * KG_PER_TONNE;
}

/** Path of a price in an entry of a file, in the spelling that the entry uses. */
export function pricePathIn(entry: unknown, { channel, currency }: PriceOn): (string | number)[] {
  const perKg = `${channel}_price_per_kg_usd_cents`;
  const given = entry as Record<string, unknown>;
  const listed = Array.isArray(given["prices"]) ? given["prices"] : [];
  const index = listed.findIndex((price) => price?.currency === currency);
  if (index >= 0) return ["prices", index, `${channel}_price_per_tonne`];
  return [typeof given[perKg] === "number" ? perKg : `${channel}_price_per_tonne_usd_cents`];
}

/** Replaces all spellings by prices per tonne in minor units, one for each currency. */
export function withPrices<Entry extends FilePrices>(entry: Entry, ctx: z.RefinementCtx) {
  const {
    api_price_per_kg_usd_cents: _,
    api_price_per_tonne_usd_cents: __,
    checkout_price_per_kg_usd_cents: ___,
    checkout_price_per_tonne_usd_cents: ____,
    prices: listed = [],
    ...rest
  } = entry;
  const [api, checkout] = [centsOf(entry, "api", ctx), centsOf(entry, "checkout", ctx)];
  const inUsd = { currency: "usd", api_price_per_tonne: api, checkout_price_per_tonne: checkout };
  const prices = api === null && checkout === null ? listed : [inUsd, ...listed];
  const codes = prices.map(({ currency }) => currency);
  const repeated = codes.findLastIndex((code, index) => codes.indexOf(code) < index);
  if (repeated >= 0) {
    const path = ["prices", repeated - (prices.length - listed.length), "currency"];
    const message = `is the second price in ${codes[repeated]}`;
    ctx.addIssue({ code: "custom", input: entry.prices, path, message });
  }
  return { ...rest, prices, listsAllPrices: entry.prices !== undefined };
}

/** As `withPrices`; an entry without a price, or with one for one channel only, is an issue. */
export function withRequiredPrices<Entry extends FilePrices>(entry: Entry, ctx: z.RefinementCtx) {
  const priced = withPrices(entry, ctx);
  const inUsd = priced.prices.find(({ currency }) => currency === "usd");
  if (inUsd || priced.prices.length === 0) {
    for (const channel of ["api", "checkout"] as const) {
      if (typeof inUsd?.[`${channel}_price_per_tonne`] === "number") continue;
      const path = [`${channel}_price_per_tonne_usd_cents`];
      ctx.addIssue({ code: "custom", input: null, path, message: "is required" });
    }
  }
  return priced;
}
