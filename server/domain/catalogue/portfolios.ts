// Portfolios as they are read, and the one of orders that name none.
import type { AccountContext, Context, Mode } from "#core/context";
import { invalid, notFound } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
import { recordAudit, setDefaultPortfolio } from "#domain/accounts";
import type { Portfolio } from "#prisma";
import { isPublicId, preferLive } from "./projects";
import type { PortfolioWithAllocations } from "./resource";
import { lockCatalogue, ownLast, portfolioParts } from "./store";
import type { CatalogueTables } from "./tables";

const query = queriesOn<CatalogueTables>();

interface GetPortfolio {
  id: string;
  /** For what was sold from it: nobody can buy from an archived one any more. */
  orArchived?: boolean;
}

/** The portfolio with its categories and their projects. @throws not-found */
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
    include: portfolioParts,
  });
  if (!portfolio) throw notFound("portfolio");
  return portfolio;
}

/** Never one account's own. @throws not-found */
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

/** All portfolios that the account may buy from: those offered to everyone, then its own. */
export async function listPortfolios(ctx: AccountContext): Promise<Portfolio[]> {
  const { id, mode } = ctx.account;
  return ctx.db.prisma.portfolio.findMany({
    where: { mode, archivedAt: null, OR: [{ accountId: null }, { accountId: id }] },
    orderBy: ownLast,
  });
}

/** As listPortfolios, with categories and projects. */
export async function listPortfolioDetails(
  ctx: AccountContext,
): Promise<PortfolioWithAllocations[]> {
  const { id, mode } = ctx.account;
  return ctx.db.prisma.portfolio.findMany({
    where: { mode, archivedAt: null, OR: [{ accountId: null }, { accountId: id }] },
    orderBy: ownLast,
    include: portfolioParts,
  });
}

interface Offered {
  portfolios: PortfolioWithAllocations[];
  /** Of accounts that have not chosen their own. */
  defaultPortfolioId: string | null;
}

/** With their categories, in the order of the catalogue; and which of them is the default. */
export async function listOfferedPortfolios(
  ctx: Context,
  { mode }: { mode: Mode },
): Promise<Offered> {
  const { portfolio, catalogue } = ctx.db.prisma;
  const portfolios = await portfolio.findMany({
    where: { mode, accountId: null },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    include: portfolioParts,
  });
  const row = await catalogue.findUnique({ where: { mode } });
  return { portfolios, defaultPortfolioId: row?.defaultPortfolioId ?? null };
}

export interface DefaultPortfolio {
  /** What applies: the account's choice, else the catalogue's. */
  id: string | null;
  /** The account's own choice. */
  chosenId: string | null;
  /** The operator's, for the accounts that chose none. */
  catalogueId: string | null;
}

/** As the account's row and the catalogue say it now. */
export async function findDefaultPortfolio(ctx: AccountContext): Promise<DefaultPortfolio> {
  const { id, mode } = ctx.account;
  const { prisma } = ctx.db;
  const account = await prisma.account.findUnique({ where: { id } });
  const catalogue = await prisma.catalogue.findUnique({ where: { mode } });
  const chosenId = account?.defaultPortfolioId ?? null;
  const catalogueId = catalogue?.defaultPortfolioId ?? null;
  return { id: chosenId ?? catalogueId, chosenId, catalogueId };
}

// Locked, so that it is not archived before it has become somebody's default.
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

/** Whether the account may buy from the portfolio: so it stays until the transaction ends. */
async function isUsable(ctx: AccountContext, id: string): Promise<boolean> {
  const { id: accountId, mode } = ctx.account;
  return (await lockUsable(ctx.db, { mode, id, accountId })).length > 0;
}

/**
 * Holds the portfolio until the transaction ends. @throws invalid `default_portfolio_id` where it is
 * unknown, archived, or another account's
 */
export async function requireUsablePortfolio(
  ctx: AccountContext,
  { id }: { id: string | null | undefined },
): Promise<void> {
  if (id == null || (await isUsable(ctx, id))) return;
  throw invalid("default_portfolio_id", "is not a portfolio you may use", "unknown-id");
}

/**
 * Chooses what an account's orders are filled from where they name no portfolio; null: the catalogue's
 * default. Of the context's account alone, since its twin's portfolios are others.
 * @throws not-found where the account may not use it
 */
export async function chooseDefaultPortfolio(
  ctx: AccountContext,
  { id }: { id: string | null },
): Promise<void> {
  if (id !== null && !(await isUsable(ctx, id))) throw notFound("portfolio");
  await setDefaultPortfolio(ctx, { id });
}

/** One that is offered to everyone. @throws not-found */
export async function setCatalogueDefault(
  ctx: Context,
  { mode, id }: { mode: Mode; id: string },
): Promise<void> {
  await getOfferedPortfolio(ctx, { mode, id });
  // In turn with imports, which may choose it too: the log says what it was before.
  const { defaultPortfolioId: before } = await lockCatalogue(ctx, mode);
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
}

/**
 * The portfolio with this id, of the mode or else of live before test; null where there is none,
 * or it is one account's own.
 */
export async function findPublicPortfolio(
  ctx: Context,
  { id, mode }: { id: string; mode: Mode | null },
): Promise<PublicPortfolio | null> {
  if (!isPublicId(id)) return null;
  const found = await ctx.db.prisma.portfolio.findMany({
    where: { id, accountId: null, archivedAt: null, ...(mode && { mode }) },
    include: portfolioParts,
  });
  const portfolio = preferLive(found);
  return portfolio && { mode: portfolio.mode as Mode, portfolio };
}
