// Gives a portfolio that is offered to everyone prices of its own, or has them derived again.
import type { Context, Mode } from "#core/context";
import { conflict } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { getOfferedPortfolio } from "#domain/catalogue";
import type { SetPortfolioPrices } from "./schema";

/**
 * In cents per kg; null derives it. Orders and checkout sessions that are there keep their prices.
 * @throws not-found; conflict where the prices are no longer those that were seen
 */
export async function setPortfolioPrices(
  ctx: Context,
  { mode, id, seen, ...prices }: SetPortfolioPrices & { mode: Mode },
): Promise<void> {
  await getOfferedPortfolio(ctx, { mode, id });
  const [api, checkout] = [
    prices.api_price_per_kg_usd_cents,
    prices.checkout_price_per_kg_usd_cents,
  ];
  const { count } = await ctx.db.prisma.portfolio.updateMany({
    where: {
      mode,
      id,
      apiPricePerKgUsdCents: seen.api,
      checkoutPricePerKgUsdCents: seen.checkout,
    },
    data: { apiPricePerKgUsdCents: api, checkoutPricePerKgUsdCents: checkout },
  });
  if (count === 0) throw conflict("The prices were changed meanwhile", "Look at them again.");
  if (api === seen.api && checkout === seen.checkout) return;
  await recordAudit(ctx, {
    action: "portfolio.prices_set",
    subjectId: id,
    data: { mode, api, checkout, api_before: seen.api, checkout_before: seen.checkout },
  });
}
