// Takes a portfolio that is offered to all accounts off sale, and puts it on sale again.
import type { Context, Mode } from "#core/context";
import { conflict, notFound } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
import { recordAudit } from "#domain/accounts";
import { lockCatalogue } from "./store";
import type { CatalogueTables } from "./tables";

const query = queriesOn<CatalogueTables>();

interface Shared {
  mode: Mode;
  id: string;
}

// Someone who makes it a default waits for this transaction.
const lockRow = query("catalogue-lock-shared-portfolio", (db, portfolio: Params<Shared>) =>
  db
    .selectFrom("portfolios")
    .select(["name", "archivedAt"])
    .where("mode", "=", portfolio.mode)
    .where("id", "=", portfolio.id)
    .where("accountId", "is", null)
    .forUpdate(),
);

const MAX_NAMES = 3;

/** Returns where it is a default, as a sentence; null if nowhere. */
async function findDefaultUse(ctx: Context, { mode, id }: Shared): Promise<string | null> {
  const { prisma } = ctx.db;
  const where = { mode, defaultPortfolioId: id };
  const take = MAX_NAMES + 1;
  const accounts = await prisma.account.findMany({ where, select: { name: true }, take });
  const subaccounts = await prisma.subaccount.findMany({ where, take });
  const owners = await prisma.account.findMany({
    where: { id: { in: subaccounts.map(({ accountId }) => accountId) } },
  });
  const ownerOf = (accountId: string) => owners.find(({ id: owner }) => owner === accountId)?.name;
  const names = [
    ...accounts.map(({ name }) => name),
    ...subaccounts.map(({ name, accountId }) => `${name} (subaccount of ${ownerOf(accountId)})`),
  ];
  if (names.length === 0) return null;
  const others = names.length > MAX_NAMES ? " and others" : "";
  return `It is the default of ${names.slice(0, MAX_NAMES).join(", ")}${others}. They need another default first.`;
}

/**
 * Ends new sales of an offered portfolio. Orders and open checkout sessions keep it.
 * @throws not-found; conflict while it is a default
 */
export async function archiveSharedPortfolio(ctx: Context, input: Shared): Promise<void> {
  const { mode, id } = input;
  const { defaultPortfolioId } = await lockCatalogue(ctx, mode);
  const [row] = await lockRow(ctx.db, input);
  if (!row) throw notFound("portfolio");
  if (row.archivedAt !== null) return;
  const use =
    defaultPortfolioId === id
      ? "It is the default portfolio. Make another one the default first."
      : await findDefaultUse(ctx, input);
  if (use) throw conflict("This portfolio is still in use", use);
  await setArchived(ctx, input, { name: row.name, archivedAt: ctx.now });
}

/** Offers an archived portfolio to all accounts again. @throws not-found */
export async function publishSharedPortfolio(ctx: Context, input: Shared): Promise<void> {
  await lockCatalogue(ctx, input.mode);
  const [row] = await lockRow(ctx.db, input);
  if (!row) throw notFound("portfolio");
  if (row.archivedAt === null) return;
  await setArchived(ctx, input, { name: row.name, archivedAt: null });
}

async function setArchived(
  ctx: Context,
  { mode, id }: Shared,
  { name, archivedAt }: { name: string; archivedAt: Date | null },
): Promise<void> {
  await ctx.db.prisma.portfolio.update({
    where: { mode_id: { mode, id } },
    data: { archivedAt },
  });
  await recordAudit(ctx, {
    action: archivedAt === null ? "portfolio.published" : "portfolio.archived",
    subjectId: id,
    data: { mode, name },
  });
}
