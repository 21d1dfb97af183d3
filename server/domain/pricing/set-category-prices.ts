// Changes what a kilogram of a category costs; what portfolios derive from it follows.
import type { Context, Mode } from "#core/context";
import { conflict, notFound } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import type { SetCategoryPrices } from "./schema";

/**
 * In cents per kg. Orders and checkout sessions that are there keep their prices.
 * @throws not-found; conflict where the prices are no longer those that were seen
 */
export async function setCategoryPrices(
  ctx: Context,
  { mode, id, seen, ...prices }: SetCategoryPrices & { mode: Mode },
): Promise<void> {
  const { projectCategory } = ctx.db.prisma;
  if (!(await projectCategory.findUnique({ where: { mode_id: { mode, id } } }))) {
    throw notFound("project category");
  }
  const [api, checkout] = [
    prices.api_price_per_kg_usd_cents,
    prices.checkout_price_per_kg_usd_cents,
  ];
  const { count } = await projectCategory.updateMany({
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
    action: "category.prices_set",
    subjectId: id,
    data: { mode, api, checkout, api_before: seen.api, checkout_before: seen.checkout },
  });
}
