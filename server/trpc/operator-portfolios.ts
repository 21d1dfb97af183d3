// The portfolios that the catalogue offers to everyone: their split, their prices, and the default.
import { z } from "zod";
import { text } from "#core/text";
import {
  getOfferedPortfolio,
  listOfferedPortfolios,
  type PortfolioWithAllocations,
  portfolioPricePerKgCents,
  SetPortfolioPrices,
  setCatalogueDefault,
  setPortfolioPrices,
} from "#domain/catalogue";
import { forOperator, forProvenOperator, router } from "./procedures";

const Id = z.strictObject({ id: text(255) });
const MILLION = 1_000_000;

type Channel = "api" | "checkout";

/** The price of a channel in cents per kg, its own or null, and what it would be if derived. */
function priceOf(row: PortfolioWithAllocations, channel: Channel) {
  const own = channel === "api" ? row.apiPricePerKgUsdCents : row.checkoutPricePerKgUsdCents;
  const none = { apiPricePerKgUsdCents: null, checkoutPricePerKgUsdCents: null };
  return {
    cents: portfolioPricePerKgCents(row, channel),
    ownCents: own,
    derivedCents: portfolioPricePerKgCents({ ...row, ...none }, channel),
  };
}

function toPortfolio(row: PortfolioWithAllocations) {
  return {
    id: row.id,
    name: row.name,
    summary: row.summary,
    api: priceOf(row, "api"),
    checkout: priceOf(row, "checkout"),
    parts: row.allocations.map(({ category, startMillionths, endMillionths }) => ({
      id: category.id,
      name: category.name,
      share: (endMillionths - startMillionths) / MILLION,
      apiCents: category.apiPricePerKgUsdCents,
      checkoutCents: category.checkoutPricePerKgUsdCents,
    })),
  };
}

export const operatorPortfoliosRouter = router({
  list: forOperator.query(async ({ ctx }) => {
    const { portfolios, defaultPortfolioId } = await listOfferedPortfolios(ctx, ctx);
    return portfolios.map((row) => ({
      ...toPortfolio(row),
      isDefault: row.id === defaultPortfolioId,
    }));
  }),

  get: forOperator.input(Id).query(async ({ ctx, input: { id } }) => {
    const { mode } = ctx;
    const portfolio = await getOfferedPortfolio(ctx, { mode, id });
    const { defaultPortfolioId } = await listOfferedPortfolios(ctx, { mode });
    return { ...toPortfolio(portfolio), isDefault: id === defaultPortfolioId };
  }),

  setPrices: forProvenOperator
    .input(SetPortfolioPrices)
    .mutation(({ ctx, input }) => setPortfolioPrices(ctx, { ...input, mode: ctx.mode })),

  /** For all accounts of the mode that have not chosen their own. */
  setDefault: forOperator
    .input(Id)
    .mutation(({ ctx, input: { id } }) => setCatalogueDefault(ctx, { mode: ctx.mode, id })),
});
