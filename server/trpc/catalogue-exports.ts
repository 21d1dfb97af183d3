// The catalogue as CSV. Its lists are short, so that each is one page.
import { type Columns, csvPage, fields } from "#core/csv";
import { type Currency, plainAmount } from "#core/money";
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

const major = (minor: number | null, currency: Currency) =>
  minor === null ? null : plainAmount({ minor, currency });

/** A portfolio in one currency. */
type PortfolioRow = Omit<ReturnType<typeof toPortfolio>, "prices"> &
  ReturnType<typeof toPortfolio>["prices"][number] & { isDefault: boolean };

const portfolioColumns: Columns<PortfolioRow> = {
  ...fields("id", "name", "summary", "description", "pictureUrl"),
  is_default: (portfolio) => String(portfolio.isDefault),
  is_archived: (portfolio) => String(portfolio.isArchived),
  categories: (portfolio) => sharesOf(portfolio.parts),
  currency: (row) => row.currency.toUpperCase(),
  api_price_per_tonne: ({ api, currency }) => major(api.amount, currency),
  api_own_price_per_tonne: ({ api, currency }) => major(api.ownPrice, currency),
  checkout_price_per_tonne: ({ checkout, currency }) => major(checkout.amount, currency),
  checkout_own_price_per_tonne: ({ checkout, currency }) => major(checkout.ownPrice, currency),
};

export const exportPortfolios = forOperator.input(ExportInput).query(async ({ ctx }) => {
  const { portfolios, defaultPortfolioId } = await listOfferedPortfolios(ctx, ctx);
  const rows = portfolios.map(toPortfolio).flatMap(({ prices, ...portfolio }) => {
    const isDefault = portfolio.id === defaultPortfolioId;
    const priced = prices.filter(({ api, checkout }) => api.amount ?? checkout.amount);
    return priced.map((price) => ({ ...portfolio, ...price, isDefault }));
  });
  return whole(rows, portfolioColumns);
});

/** A category in one currency. */
type CategoryRow = Omit<ReturnType<typeof toCategory>, "prices"> &
  ReturnType<typeof toCategory>["prices"][number];

const categoryColumns: Columns<CategoryRow> = {
  ...fields("id", "name", "description", "color", "pictureUrl"),
  projects: (category) => sharesOf(category.projects),
  currency: (row) => row.currency.toUpperCase(),
  api_price_per_tonne: ({ api, currency }) => major(api, currency),
  checkout_price_per_tonne: ({ checkout, currency }) => major(checkout, currency),
};

export const exportCategories = forOperator.input(ExportInput).query(async ({ ctx }) => {
  const categories = await listProjectCategories({ ...ctx, account: ctx });
  const rows = categories
    .map(toCategory)
    .flatMap(({ prices, ...category }) => prices.map((price) => ({ ...category, ...price })));
  return whole(rows, categoryColumns);
});

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
