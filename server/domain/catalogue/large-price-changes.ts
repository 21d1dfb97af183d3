// Prices that change by more than a factor of two have to be confirmed.
import type { Context, Mode } from "#core/context";
import { invalid } from "#core/errors";
import { formatMoney } from "#core/money";
import { type Channel, channels, isLargeChange, portfolioPricePerTonne } from "./price-rules";
import { catalogueOrder } from "./store";

export type ChannelPrices = Record<Channel, number>;

interface PricedEntry {
  list: "project_categories" | "portfolios";
  id: string;
  name: string;
  /** In effect, in cents per tonne. */
  effective: ChannelPrices;
  /** Null where a portfolio's price follows from its categories. */
  stated: Record<Channel, number | null>;
}

interface PriceChange<Price> extends Pick<PricedEntry, "list" | "id" | "name"> {
  channel: Channel;
  /** In cents per tonne. */
  amountBefore: Price;
  amountAfter: Price;
}
export type LargePriceChange = PriceChange<number>;
export type StatedPriceChange = PriceChange<number | null>;

/** Prices of categories and offered portfolios, in the order of the catalogue. */
export async function listPrices(ctx: Context, mode: Mode): Promise<PricedEntry[]> {
  const { prisma } = ctx.db;
  const orderBy = catalogueOrder;
  const categories = await prisma.projectCategory.findMany({ where: { mode }, orderBy });
  const portfolios = await prisma.portfolio.findMany({
    where: { mode, accountId: null },
    orderBy,
    include: { allocations: { include: { category: true } } },
  });
  return [
    ...categories.map(({ id, name, apiPricePerTonne: api, ...row }) => {
      const prices = { api, checkout: row.checkoutPricePerTonne };
      return { list: "project_categories" as const, id, name, effective: prices, stated: prices };
    }),
    ...portfolios.map((row) => ({
      list: "portfolios" as const,
      id: row.id,
      name: row.name,
      effective: {
        api: portfolioPricePerTonne(row, "api"),
        checkout: portfolioPricePerTonne(row, "checkout"),
      },
      stated: { api: row.apiPricePerTonne, checkout: row.checkoutPricePerTonne },
    })),
  ];
}

/** Pairs the prices of entries that existed before. */
function pricePairs<Price>(
  { before, after }: Record<"before" | "after", readonly PricedEntry[]>,
  pricesOf: (entry: PricedEntry) => Record<Channel, Price>,
): PriceChange<Price>[] {
  const key = ({ list, id }: PricedEntry) => `${list} ${id}`;
  const former = new Map(before.map((entry) => [key(entry), pricesOf(entry)]));
  return after.flatMap((entry) => {
    const { list, id, name } = entry;
    const formerPrices = former.get(key(entry));
    if (!formerPrices) return [];
    const prices = pricesOf(entry);
    return channels.map((channel) => ({
      ...{ list, id, name, channel },
      amountBefore: formerPrices[channel],
      amountAfter: prices[channel],
    }));
  });
}

/** Changes of prices that existed before. */
export function comparePrices(before: readonly PricedEntry[], after: readonly PricedEntry[]) {
  const lists = { before, after };
  return {
    large: pricePairs(lists, ({ effective }) => effective).filter((change) =>
      isLargeChange(change.amountBefore, change.amountAfter),
    ),
    stated: pricePairs(lists, ({ stated }) => stated).filter(
      (change) => change.amountBefore !== change.amountAfter,
    ),
  };
}

const dollars = (amount: number) => formatMoney({ minor: amount, currency: "usd" }, "en-US");

/** "changes from $20.00 to $200.00 per tonne". */
export function describeChange(
  change: Pick<LargePriceChange, "amountBefore" | "amountAfter">,
): string {
  return `changes from ${dollars(change.amountBefore)} to ${dollars(change.amountAfter)} per tonne`;
}

const labels = { api: "API", checkout: "checkout" } as const;

/** @throws invalid `confirmed` naming the channels whose price changes by more than a factor of two */
export function requireConfirmation(
  before: ChannelPrices,
  after: ChannelPrices,
  confirmed: boolean,
): void {
  const large = channels.filter((channel) => isLargeChange(before[channel], after[channel]));
  if (confirmed || large.length === 0) return;
  const sentences = large.map((channel) => {
    const change = { amountBefore: before[channel], amountAfter: after[channel] };
    return `The ${labels[channel]} price ${describeChange(change)}.`;
  });
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
