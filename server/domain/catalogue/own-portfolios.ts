import type { AccountContext, Mode } from "#core/context";
import { changesOf } from "#core/edits";
import { conflict, type FieldErrors, forbidden, notFound, Problem } from "#core/errors";
import { newId } from "#core/id";
import { type Params, queriesOn } from "#core/query";
import { recordAudit } from "#domain/accounts";
import type { Portfolio, ProjectCategory } from "#prisma";
import { getPortfolio } from "./portfolios";
import { fromMillionths } from "./price-rules";
import type { PortfolioWithAllocations } from "./resource";
import type { CreatePortfolio, PortfolioParts, UpdatePortfolio } from "./schema";
import { hasOtherParts, replaceAllocations } from "./store";
import type { CatalogueTables } from "./tables";
import { findTranslations, replaceTranslations } from "./translations";

const query = queriesOn<CatalogueTables>();

// New sales from the portfolio, and new defaults, wait for this transaction.
const lockRow = query(
  "catalogue-lock-own-portfolio",
  (db, portfolio: Params<{ mode: Mode; id: string; accountId: string }>) =>
    db
      .selectFrom("portfolios")
      .select("id")
      .where("mode", "=", portfolio.mode)
      .where("id", "=", portfolio.id)
      .where("accountId", "=", portfolio.accountId)
      .where("archivedAt", "is", null)
      .forUpdate(),
);

/** Locks the account's own portfolio until the transaction ends; false if it does not exist. */
async function lockAccountPortfolio(ctx: AccountContext, id: string): Promise<boolean> {
  const { mode, id: accountId } = ctx.account;
  return (await lockRow(ctx.db, { mode, id, accountId })).length > 0;
}

/**
 * The categories of the parts, largest part first.
 * @throws invalid `category_allocations.N.category_id`
 */
export async function requireCategories(
  ctx: AccountContext,
  parts: PortfolioParts,
): Promise<ProjectCategory[]> {
  const ids = parts.map((part) => part.category_id);
  const categories = await ctx.db.prisma.projectCategory.findMany({
    where: { mode: ctx.account.mode, id: { in: ids } },
  });
  const byId = new Map(categories.map((category) => [category.id, category]));
  const errors: FieldErrors = {};
  for (const [index, { category_id: id }] of parts.entries()) {
    if (byId.has(id)) continue;
    errors[`category_allocations.${index}.category_id`] = [`there is no category "${id}"`];
  }
  if (Object.keys(errors).length > 0) throw new Problem("invalid-parameters", { errors });
  return parts
    .toSorted((a, b) => b.allocated_fraction - a.allocated_fraction)
    .flatMap(({ category_id: id }) => byId.get(id) ?? []);
}

/** The account's own portfolio, locked until the transaction ends. @throws not-categories; forbidden */
async function requireOwnPortfolio(
  ctx: AccountContext,
  input: { id: string },
): Promise<PortfolioWithAllocations> {
  const { id } = input;
  const { accountId } = await getPortfolio(ctx, { id });
  if (accountId === null) {
    throw forbidden(
      "This portfolio is offered to all accounts",
      "Only the operator can change it. Create a portfolio of your own instead.",
    );
  }
  if (!(await lockAccountPortfolio(ctx, id))) throw notFound("portfolio");
  return getPortfolio(ctx, { id });
}

/** The list of portfolios is not paginated. */
const MAX_ACCOUNT_PORTFOLIOS = 100;

/**
 * Creates a portfolio of the account. It is priced by its parts, and has the picture of its largest
 * part.
 * @throws invalid naming the field; conflict if the account has too many
 */
export async function createPortfolio(
  ctx: AccountContext,
  input: CreatePortfolio,
): Promise<Portfolio> {
  const { id: accountId, mode } = ctx.account;
  const parts = input.category_allocations;
  const [largest] = await requireCategories(ctx, parts);
  const { portfolio } = ctx.db.prisma;
  const count = await portfolio.count({ where: { accountId, archivedAt: null } });
  if (count >= MAX_ACCOUNT_PORTFOLIOS) {
    throw conflict(
      `An account has at most ${MAX_ACCOUNT_PORTFOLIOS} portfolios of its own`,
      "Archive one first.",
    );
  }
  const { name, summary, description } = input;
  const details = { name, summary, description, primaryImageUrl: largest?.primaryImageUrl ?? null };
  const common = { mode, accountId, position: 0, ...details };
  const [id, splitPortfolioId] = [newId("portfolio"), newId("portfolio")];
  await portfolio.create({ data: { ...common, id: splitPortfolioId, archivedAt: ctx.now } });
  const created = await portfolio.create({ data: { ...common, id, splitPortfolioId } });
  const portfolios = [id, splitPortfolioId].map((portfolioId) => ({ id: portfolioId, parts }));
  await replaceAllocations(ctx, { mode, portfolios });
  await recordAudit(ctx, {
    action: "portfolio.created",
    subjectId: created.id,
    data: { name: created.name },
  });
  return created;
}

/** The parts as an update names them. */
const partsOf = ({ allocations }: PortfolioWithAllocations): PortfolioParts =>
  allocations.map(({ categoryId, startMillionths, endMillionths }) => ({
    category_id: categoryId,
    allocated_fraction: fromMillionths(endMillionths - startMillionths),
  }));

/**
 * Changes the portfolio. Orders and sessions refer to the copy of its parts that their price was
 * created of. Copies never change: new parts get a new copy.
 * @throws not-categories; forbidden if it is not the account's own; invalid naming the field
 */
export async function updatePortfolio(
  ctx: AccountContext,
  input: UpdatePortfolio,
): Promise<PortfolioWithAllocations> {
  const { id, name, summary, description, category_allocations: parts } = input;
  const { allocations, prices: _, ...before } = await requireOwnPortfolio(ctx, { id });
  const changes = changesOf(ctx, {
    thing: "the portfolio",
    before: { ...before, category_allocations: partsOf({ ...before, allocations, prices: [] }) },
    after: { name, summary, description, category_allocations: parts },
  });
  const { mode } = ctx.account;
  const { portfolio } = ctx.db.prisma;
  const [largest] = await requireCategories(ctx, parts);
  const details = { name, summary, description, primaryImageUrl: largest?.primaryImageUrl ?? null };
  const changed = hasOtherParts(allocations, parts);
  let { splitPortfolioId } = before;
  if (changed) {
    splitPortfolioId = newId("portfolio");
    const { searchName: __, isOffered: ___, ...copied } = before;
    const copy = { ...copied, ...details, id: splitPortfolioId, splitPortfolioId: null };
    await portfolio.create({ data: { ...copy, archivedAt: ctx.now } });
    const portfolios = [id, splitPortfolioId].map((portfolioId) => ({ id: portfolioId, parts }));
    await replaceAllocations(ctx, { mode, portfolios });
    const translations = await findTranslations(ctx, { mode, kind: "portfolio", id });
    const entries = [{ id: splitPortfolioId, translations }];
    await replaceTranslations(ctx, { mode, kind: "portfolio", entries });
  }
  // Open sessions show the current copy's name and texts.
  const ids = [id, ...(splitPortfolioId === null ? [] : [splitPortfolioId])];
  await portfolio.updateMany({ where: { mode, id: { in: ids } }, data: details });
  await portfolio.update({ where: { mode_id: { mode, id } }, data: { splitPortfolioId } });
  await recordAudit(ctx, {
    action: "portfolio.updated",
    subjectId: id,
    data: { name, parts_changed: changed },
    changes,
  });
  return getPortfolio(ctx, { id });
}

const MAX_NAMES = 3;

/** Returns where the account uses it as a default, as a sentence; null if nowhere. */
async function findDefaultUse(ctx: AccountContext, id: string): Promise<string | null> {
  const { prisma } = ctx.db;
  const accountId = ctx.account.id;
  const asDefault = { defaultPortfolioId: id };
  if (await prisma.account.findFirst({ where: { id: accountId, ...asDefault } })) {
    return "It is the account's default. Choose another default first.";
  }
  const subaccounts = await prisma.subaccount.findMany({
    where: { accountId, ...asDefault },
    select: { name: true },
    take: MAX_NAMES + 1,
  });
  if (subaccounts.length > 0) {
    const names = subaccounts.slice(0, MAX_NAMES).map(({ name }) => name);
    const others = subaccounts.length > MAX_NAMES ? " and others" : "";
    return `It is the default of ${names.join(", ")}${others}. Choose another default for them first.`;
  }
  return null;
}

/**
 * Locks an own portfolio for archiving: new sales wait until the transaction ends.
 * @throws not-categories; forbidden; conflict while it is a default
 */
export async function lockForArchiving(ctx: AccountContext, input: { id: string }): Promise<void> {
  const { id } = await requireOwnPortfolio(ctx, input);
  const use = await findDefaultUse(ctx, id);
  if (use) throw conflict("This portfolio is still in use", use);
}

/** Archives a portfolio that `lockForArchiving` locked and that has no open sales. */
export async function markArchived(ctx: AccountContext, { id }: { id: string }): Promise<void> {
  const { name } = await ctx.db.prisma.portfolio.update({
    where: { mode_id: { mode: ctx.account.mode, id } },
    data: { archivedAt: ctx.now },
  });
  await recordAudit(ctx, { action: "portfolio.archived", subjectId: id, data: { name } });
}
