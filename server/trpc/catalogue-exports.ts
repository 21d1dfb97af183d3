// The catalogue as CSV. Its lists are short, so that each is one page.
import { type Columns, csvPage, fields } from "#core/csv";
import {
  listEmissionFactors,
  listOfferedPortfolios,
  listProjectCategories,
} from "#domain/catalogue";
import { ExportInput } from "./csv";
import { toCategory, toFactor, toPortfolio } from "./operator-catalogue";
import { forOperator } from "./procedures";

const whole = <Row extends { id: string }>(data: readonly Row[], columns: Columns<Row>) =>
  csvPage({ data, hasMore: false }, columns);

/** "cat_a 60%, cat_b 40%" */
const sharesOf = (parts: readonly { id: string; share: number }[]) =>
  parts.map(({ id, share }) => `${id} ${Number((share * 100).toFixed(4))}%`).join(", ");

type Portfolio = ReturnType<typeof toPortfolio>;

const portfolioColumns: Columns<Portfolio & { isDefault: boolean }> = {
  ...fields("id", "name", "summary", "description", "pictureUrl"),
  is_default: (portfolio) => String(portfolio.isDefault),
  is_archived: (portfolio) => String(portfolio.isArchived),
  categories: (portfolio) => sharesOf(portfolio.parts),
  currency: () => "USD",
  api_price_per_tonne_usd_cents: ({ api }) => api.amount,
  api_own_price_per_tonne_usd_cents: ({ api }) => api.ownPrice,
  checkout_price_per_tonne_usd_cents: ({ checkout }) => checkout.amount,
  checkout_own_price_per_tonne_usd_cents: ({ checkout }) => checkout.ownPrice,
};

export const exportPortfolios = forOperator.input(ExportInput).query(async ({ ctx }) => {
  const { portfolios, defaultPortfolioId } = await listOfferedPortfolios(ctx, ctx);
  const isDefault = (id: string) => id === defaultPortfolioId;
  const rows = portfolios.map((row) => ({ ...toPortfolio(row), isDefault: isDefault(row.id) }));
  return whole(rows, portfolioColumns);
});

const categoryColumns: Columns<ReturnType<typeof toCategory>> = {
  ...fields("id", "name", "description", "color", "pictureUrl"),
  projects: (category) => sharesOf(category.projects),
  currency: () => "USD",
  api_price_per_tonne_usd_cents: (category) => category.apiPrice,
  checkout_price_per_tonne_usd_cents: (category) => category.checkoutPrice,
};

export const exportCategories = forOperator
  .input(ExportInput)
  .query(async ({ ctx }) =>
    whole((await listProjectCategories({ ...ctx, account: ctx })).map(toCategory), categoryColumns),
  );

const factorColumns: Columns<ReturnType<typeof toFactor>> = {
  ...fields("activity", "fromDistanceKm", "kgCo2ePerUnit", "unit", "source", "edition", "url"),
  ...fields("origin"),
  built_in_kg_co2e_per_unit: (factor) => factor.defaultKgCo2ePerUnit,
};

export const exportFactors = forOperator.input(ExportInput).query(async ({ ctx }) => {
  const factors = await listEmissionFactors({ ...ctx, account: ctx });
  return whole(
    factors.map((factor) => ({ ...toFactor(factor), id: factor.activity })),
    factorColumns,
  );
});
