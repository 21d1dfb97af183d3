// Prices that change by more than a factor of two have to be confirmed.
import type { Context, Mode } from "#core/context";
import { invalid } from "#core/errors";
import { formatMoney } from "#core/money";
import { type Channel, channels, isLargeChange, portfolioPricePerTonne } from "./price-rules";

export type ChannelPrices = Record<Channel, number>;

interface PricedEntry extends ChannelPrices {
  list: "project_categories" | "portfolios";
  id: string;
  name: string;
}

export interface LargePriceChange {
  list: PricedEntry["list"];
  id: string;
  name: string;
  channel: Channel;
  /** In cents per tonne. */
  beforeCents: number;
  afterCents: number;
}

/** Prices in effect of categories and offered portfolios, in cents per tonne. */
export async function listPrices(ctx: Context, mode: Mode): Promise<PricedEntry[]> {
  const { prisma } = ctx.db;
  const categories = await prisma.projectCategory.findMany({ where: { mode } });
  const portfolios = await prisma.portfolio.findMany({
    where: { mode, accountId: null },
    include: { allocations: { include: { category: true } } },
  });
  return [
    ...categories.map((row) => ({
      list: "project_categories" as const,
      id: row.id,
      name: row.name,
      api: row.apiPricePerTonneUsdCents,
      checkout: row.checkoutPricePerTonneUsdCents,
    })),
    ...portfolios.map((row) => ({
      list: "portfolios" as const,
      id: row.id,
      name: row.name,
      api: portfolioPricePerTonne(row, "api"),
      checkout: portfolioPricePerTonne(row, "checkout"),
    })),
  ];
}

/** Large changes of prices that existed before. */
export function largePriceChanges(
  before: readonly PricedEntry[],
  after: readonly PricedEntry[],
): LargePriceChange[] {
  const key = ({ list, id }: PricedEntry) => `${list} ${id}`;
  const former = new Map(before.map((entry) => [key(entry), entry]));
  return after.flatMap((entry) => {
    const { list, id, name } = entry;
    const was = former.get(key(entry));
    if (!was) return [];
    return channels
      .map((channel) => ({ channel, beforeCents: was[channel], afterCents: entry[channel] }))
      .filter(({ beforeCents, afterCents }) => isLargeChange(beforeCents, afterCents))
      .map((change) => ({ list, id, name, ...change }));
  });
}

const dollars = (cents: number) => formatMoney(cents, "USD", "en-US");

/** "changes from $20.00 to $200.00 per tonne". */
export function describeChange(
  change: Pick<LargePriceChange, "beforeCents" | "afterCents">,
): string {
  return `changes from ${dollars(change.beforeCents)} to ${dollars(change.afterCents)} per tonne`;
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
    const change = { beforeCents: before[channel], afterCents: after[channel] };
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
