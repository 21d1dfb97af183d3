// Prices that change by more than a factor of two have to be confirmed.
import type { Context, Mode } from "#core/context";
import { invalid } from "#core/errors";
import { type Currency, currencies, formatMoney } from "#core/money";
import {
  type Channel,
  type ChannelPrices,
  channels,
  isLargeChange,
  priceSet,
  pricesIn,
} from "./price-rules";
import { catalogueOrder, pricedParts } from "./store";

interface PricedEntry {
  list: "project_categories" | "portfolios";
  id: string;
  name: string;
  currency: Currency;
  /** In effect, in minor units per tonne. */
  effective: ChannelPrices;
  /** Null where a portfolio's price follows from its categories. */
  stated: ChannelPrices;
}

interface PriceChange<Price> extends Pick<PricedEntry, "list" | "id" | "name" | "currency"> {
  channel: Channel;
  /** In minor units per tonne. */
  amountBefore: Price;
  amountAfter: Price;
}
export type LargePriceChange = PriceChange<number>;
export type StatedPriceChange = PriceChange<number | null>;

/** Prices of categories and offered portfolios, in the order of the catalogue, by currency. */
export async function listPrices(ctx: Context, mode: Mode): Promise<PricedEntry[]> {
  const { prisma } = ctx.db;
  const orderBy = catalogueOrder;
  const categories = await prisma.projectCategory.findMany({
    where: { mode },
    orderBy,
    include: { prices: true },
  });
  const portfolios = await prisma.portfolio.findMany({
    where: { mode, accountId: null },
    orderBy,
    include: pricedParts,
  });
  const inEach = Object.keys(currencies);
  return [
    ...categories.flatMap(({ id, name, prices }) =>
      inEach.map((currency) => {
        const of = pricesIn({ prices, allocations: [] }, currency);
        return {
          list: "project_categories" as const,
          id,
          name,
          currency,
          effective: of,
          stated: of,
        };
      }),
    ),
    ...portfolios.flatMap((row) =>
      inEach.map((currency) => ({
        list: "portfolios" as const,
        ...{ id: row.id, name: row.name, currency },
        effective: pricesIn(row, currency),
        stated: {
          api: priceSet(row.prices, { channel: "api", currency }),
          checkout: priceSet(row.prices, { channel: "checkout", currency }),
        },
      })),
    ),
  ];
}

type Lists = Record<"before" | "after", readonly PricedEntry[]>;

/** Pairs the prices of entries that existed before. */
function pricePairs(
  { before, after }: Lists,
  pricesOf: (entry: PricedEntry) => ChannelPrices,
): StatedPriceChange[] {
  const key = ({ list, id, currency }: PricedEntry) => `${list} ${currency} ${id}`;
  const former = new Map(before.map((entry) => [key(entry), pricesOf(entry)]));
  return after.flatMap((entry) => {
    const { list, id, name, currency } = entry;
    const formerPrices = former.get(key(entry));
    if (!formerPrices) return [];
    const prices = pricesOf(entry);
    return channels.map((channel) => ({
      ...{ list, id, name, currency, channel },
      amountBefore: formerPrices[channel],
      amountAfter: prices[channel],
    }));
  });
}

const isLarge = (change: StatedPriceChange): change is LargePriceChange =>
  change.amountBefore !== null &&
  change.amountAfter !== null &&
  isLargeChange(change.amountBefore, change.amountAfter);

/** Changes of prices that existed before. */
export function comparePrices(before: readonly PricedEntry[], after: readonly PricedEntry[]) {
  const lists = { before, after };
  return {
    large: pricePairs(lists, ({ effective }) => effective).filter(isLarge),
    stated: pricePairs(lists, ({ stated }) => stated).filter(
      (change) => change.amountBefore !== change.amountAfter,
    ),
  };
}

/** "changes from $20.00 to $200.00 per tonne". */
export function describeChange(
  change: Pick<LargePriceChange, "amountBefore" | "amountAfter" | "currency">,
): string {
  const { amountBefore, amountAfter, currency } = change;
  const [before, after] = [amountBefore, amountAfter].map((minor) =>
    formatMoney({ minor, currency }, "en-US"),
  );
  return `changes from ${before} to ${after} per tonne`;
}

const labels = { api: "API", checkout: "checkout" } as const;

interface Confirmation extends Record<"before" | "after", ChannelPrices> {
  currency: Currency;
  confirmed: boolean;
}

/** @throws invalid `confirmed` naming the channels whose price changes by more than a factor of two */
export function requireConfirmation({ before, after, currency, confirmed }: Confirmation): void {
  const sentences = channels.flatMap((channel) => {
    const [amountBefore, amountAfter] = [before[channel], after[channel]];
    if (amountBefore === null || amountAfter === null) return [];
    if (!isLargeChange(amountBefore, amountAfter)) return [];
    const change = describeChange({ amountBefore, amountAfter, currency });
    return `The ${labels[channel]} price ${change}.`;
  });
  if (confirmed || sentences.length === 0) return;
  throw invalid("confirmed", sentences.join(" "), "required");
}

/** @throws invalid `confirmed` naming the prices */
export function requireConfirmed(changes: readonly LargePriceChange[], confirmed: boolean): void {
  if (confirmed || changes.length === 0) return;
  const sentences = changes.map(
    (change) => `The ${labels[change.channel]} price of ${change.name} ${describeChange(change)}.`,
  );
  throw invalid("confirmed", sentences.join(" "), "required");
}
