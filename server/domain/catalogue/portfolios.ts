import type { AccountContext, Context, Mode } from "#core/context";
import { env } from "#core/env";
import { conflict, invalid, notFound } from "#core/errors";
import type { Currency } from "#core/money";
import { type Params, queriesOn } from "#core/query";
import { recordAudit, setDefaultPortfolio } from "#domain/accounts";
import type { Portfolio } from "#prisma";
import { currenciesOf, isPricedIn, withAccountPrices } from "./price-rules";
import { isPublicId, preferLive } from "./projects";
import type { PortfolioWithAllocations } from "./resource";
import {
  catalogueOrder,
  lockCatalogue,
  ownLast,
  portfolioParts,
  pricedParts,
  pricesOfAccount,
} from "./store";
import type { CatalogueTables } from "./tables";

const query = queriesOn<CatalogueTables>();

interface GetPortfolio {
  id: string;
  /** Includes archived portfolios, for orders that were sold from them. */
  orArchived?: boolean;
}

/** The portfolio at the account's prices, with its categories and their projects. @throws not-portfolios */
export async function getPortfolio(
  ctx: AccountContext,
  { id, orArchived = false }: GetPortfolio,
): Promise<PortfolioWithAllocations> {
  const { account } = ctx;
  const portfolio = await ctx.db.prisma.portfolio.findFirst({
    where: {
      mode: account.mode,
      id,
      ...(!orArchived && { archivedAt: null }),
      OR: [{ accountId: null }, { accountId: account.id }],
    },
    include: { ...portfolioParts, ...pricesOfAccount(account) },
  });
  if (!portfolio) throw notFound("portfolio");
  return withAccountPrices(portfolio);
}

/** A portfolio offered to all accounts. @throws not-portfolios */
export async function getOfferedPortfolio(
  ctx: Context,
  { mode, id }: { mode: Mode; id: string },
): Promise<PortfolioWithAllocations> {
  const portfolio = await ctx.db.prisma.portfolio.findFirst({
    where: { mode, id, accountId: null },
    include: portfolioParts,
  });
  if (!portfolio) throw notFound("portfolio");
  return portfolio;
}

const openTo = ({ id, mode }: AccountContext["account"]) => ({
  mode,
  archivedAt: null,
  OR: [{ accountId: null }, { accountId: id }],
});

/**
 * Portfolios that the account may buy: those offered to all, then its own. Those without a price in
 * its currency are left out.
 */
export async function listPortfolios(ctx: AccountContext): Promise<Portfolio[]> {
  const { account } = ctx;
  const portfolios = await ctx.db.prisma.portfolio.findMany({
    where: openTo(account),
    orderBy: ownLast,
    include: { ...pricedParts, ...pricesOfAccount(account) },
  });
  return portfolios.filter((row) => isPricedIn(withAccountPrices(row), account.currency));
}

/** As `listPortfolios`, at the account's prices, with categories and projects. */
export async function listPortfolioDetails(
  ctx: AccountContext,
): Promise<PortfolioWithAllocations[]> {
  const portfolios = await ctx.db.prisma.portfolio.findMany({
    where: openTo(ctx.account),
    orderBy: ownLast,
    include: { ...portfolioParts, ...pricesOfAccount(ctx.account) },
  });
  return portfolios
    .map(withAccountPrices)
    .filter((portfolio) => isPricedIn(portfolio, ctx.account.currency));
}

interface Offered {
  portfolios: PortfolioWithAllocations[];
  /** Default of accounts without a choice of their own. */
  defaultPortfolioId: string | null;
}

/** Portfolios with their categories, in the order of the catalogue, and the default. */
export async function listOfferedPortfolios(
  ctx: Context,
  { mode }: { mode: Mode },
): Promise<Offered> {
  const { portfolio, catalogue } = ctx.db.prisma;
  const portfolios = await portfolio.findMany({
    where: { mode, accountId: null },
    orderBy: catalogueOrder,
    include: portfolioParts,
  });
  const row = await catalogue.findUnique({ where: { mode } });
  return { portfolios, defaultPortfolioId: row?.defaultPortfolioId ?? null };
}

export interface DefaultPortfolio {
  /** The default that applies: the account's choice, or else the catalogue's. */
  id: string | null;
  chosenId: string | null;
  /** Default of accounts without a choice of their own. */
  catalogueId: string | null;
}

/** Reads the account's and the catalogue's current default. */
export async function findDefaultPortfolio(ctx: AccountContext): Promise<DefaultPortfolio> {
  const { id, mode } = ctx.account;
  const { prisma } = ctx.db;
  const account = await prisma.account.findUnique({ where: { id } });
  const catalogue = await prisma.catalogue.findUnique({ where: { mode } });
  const chosenId = account?.defaultPortfolioId ?? null;
  const catalogueId = catalogue?.defaultPortfolioId ?? null;
  return { id: chosenId ?? catalogueId, chosenId, catalogueId };
}

// Locked, so that it cannot be archived before it is a default.
const lockUsable = query(
  "catalogue-find-usable-portfolio",
  (db, portfolio: Params<{ mode: Mode; id: string; accountId: string }>) =>
    db
      .selectFrom("portfolios")
      .select("id")
      .where("mode", "=", portfolio.mode)
      .where("id", "=", portfolio.id)
      .where((eb) =>
        eb.or([eb("accountId", "is", null), eb("accountId", "=", portfolio.accountId)]),
      )
      .where("archivedAt", "is", null)
      .forKeyShare(),
);

/** Returns whether the account may buy the portfolio, and locks it until the transaction ends. */
async function isUsable(ctx: AccountContext, id: string): Promise<boolean> {
  const { id: accountId, mode } = ctx.account;
  return (await lockUsable(ctx.db, { mode, id, accountId })).length > 0;
}

/** Returns those that are not archived by now, and locks them until the transaction ends. */
export async function lockPortfolios(
  ctx: AccountContext,
  portfolios: readonly Portfolio[],
): Promise<Portfolio[]> {
  const usable: Portfolio[] = [];
  for (const portfolio of portfolios) {
    if (await isUsable(ctx, portfolio.id)) usable.push(portfolio);
  }
  return usable;
}

/**
 * Locks the portfolio until the transaction ends.
 * @throws invalid `default_portfolio_id` if it is unknown, archived, or another account's
 */
export async function requireUsablePortfolio(
  ctx: AccountContext,
  { id }: { id: string | null | undefined },
): Promise<void> {
  if (id == null || (await isUsable(ctx, id))) return;
  throw invalid("default_portfolio_id", "is not a portfolio you may use", "unknown-id");
}

/**
 * Sets the default portfolio of the account, in its mode only; null restores the catalogue's.
 * @throws not-portfolios if the account may not use it
 */
export async function chooseDefaultPortfolio(
  ctx: AccountContext,
  { id }: { id: string | null },
): Promise<void> {
  if (id !== null && !(await isUsable(ctx, id))) throw notFound("portfolio");
  await setDefaultPortfolio(ctx, { id });
}

/**
 * Sets the catalogue's default to a portfolio offered to all accounts.
 * @throws not-portfolios; conflict if it is archived
 */
export async function setCatalogueDefault(
  ctx: Context,
  { mode, id }: { mode: Mode; id: string },
): Promise<void> {
  // Imports and archiving may change it too.
  const { defaultPortfolioId: before } = await lockCatalogue(ctx, mode);
  const { archivedAt } = await getOfferedPortfolio(ctx, { mode, id });
  if (archivedAt !== null) throw conflict("This portfolio is archived", "Publish it first.");
  if (before === id) return;
  await ctx.db.prisma.catalogue.update({ where: { mode }, data: { defaultPortfolioId: id } });
  await recordAudit(ctx, {
    action: "catalogue.default_set",
    subjectId: id,
    data: { mode, before },
  });
}

export interface PublicPortfolio {
  mode: Mode;
  portfolio: PortfolioWithAllocations;
  /** Of the price on public pages: that of new accounts, or else another that the portfolio has. */
  currency: Currency;
}

/**
 * The portfolio with this id, of the given mode, or else live before test; null if it does not
 * exist or belongs to one account.
 */
export async function findPublicPortfolio(
  ctx: Context,
  { id, mode }: { id: string; mode: Mode | null },
): Promise<PublicPortfolio | null> {
  if (!isPublicId(id)) return null;
  const portfolios = await ctx.db.prisma.portfolio.findMany({
    where: { id, accountId: null, archivedAt: null, ...(mode && { mode }) },
    include: portfolioParts,
  });
  const portfolio = preferLive(portfolios);
  if (!portfolio) return null;
  const usual = env.CT_CURRENCY;
  const [other = usual] = currenciesOf(portfolio);
  const currency = isPricedIn(portfolio, usual) ? usual : other;
  return { mode: portfolio.mode as Mode, portfolio, currency };
}

/** Names by id, of archived portfolios too. */
export async function findPortfolioNames(
  ctx: AccountContext,
  { ids }: { ids: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await ctx.db.prisma.portfolio.findMany({
    where: { mode: ctx.account.mode, id: { in: [...new Set(ids)] } },
    select: { id: true, name: true },
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
