// Subaccounts are written here, not in accounts, because their default portfolio must be usable.
import type { AccountContext } from "#core/context";
import { Problem } from "#core/errors";
import {
  insertSubaccount,
  insertSubaccounts,
  lockAccount,
  lockSubaccounts,
  type NewSubaccount,
  replaceSubaccount,
  type UpdateSubaccounts,
  updateSubaccountsOfIds,
  writeSubaccounts,
} from "#domain/accounts";
import type { Subaccount } from "#prisma";
import { listPortfolios, lockPortfolios, requireUsablePortfolio } from "./portfolios";
import { type ImportFault, type ImportRow, readSubaccountCsv } from "./subaccount-csv";
import { type ImportPlan, type PlannedRow, planImport } from "./subaccount-plan";

/** @throws invalid `default_portfolio_id`; conflict if another subaccount has the reference or slug */
export async function createSubaccount(
  ctx: AccountContext,
  input: NewSubaccount,
): Promise<Subaccount> {
  await requireUsablePortfolio(ctx, { id: input.default_portfolio_id });
  return insertSubaccount(ctx, input);
}

/**
 * Replaces everything but the logo.
 * @throws not-found; invalid `default_portfolio_id`; conflict if another subaccount has the reference or slug
 */
export async function updateSubaccount(
  ctx: AccountContext,
  input: Parameters<typeof replaceSubaccount>[1],
): Promise<Subaccount> {
  await requireUsablePortfolio(ctx, { id: input.default_portfolio_id });
  return replaceSubaccount(ctx, input);
}

/**
 * Changes all of the subaccounts or none, and returns those that it changed.
 * @throws invalid `ids` or `default_portfolio_id`
 */
export async function updateSubaccounts(
  ctx: AccountContext,
  input: UpdateSubaccounts,
): Promise<Subaccount[]> {
  await requireUsablePortfolio(ctx, { id: input.default_portfolio_id });
  return updateSubaccountsOfIds(ctx, input);
}

/** Portfolios that the rows name. */
async function findNamedPortfolios(ctx: AccountContext, rows: readonly ImportRow[]) {
  const names = new Set(rows.map(({ portfolio }) => portfolio));
  return (await listPortfolios(ctx)).filter(({ id, name }) => names.has(id) || names.has(name));
}

/** Subaccounts that the rows may be, by id, reference or name, and those with their slugs. */
function findCandidates(ctx: AccountContext, rows: readonly ImportRow[]) {
  const of = (field: "id" | "reference" | "name" | "slug") =>
    rows.flatMap((row) => row[field] ?? []);
  return ctx.db.prisma.subaccount.findMany({
    where: {
      accountId: ctx.account.id,
      OR: [
        { id: { in: of("id") } },
        { reference: { in: of("reference") } },
        { name: { in: of("name") } },
        { slug: { in: of("slug") } },
      ],
    },
    orderBy: { id: "asc" },
  });
}

export interface ImportPreview {
  rows: PlannedRow[];
  /** Sorted by line. The file is imported only if it has none. */
  faults: ImportFault[];
  /** Columns of the file that are not imported. */
  ignored: string[];
}

type Plan = ImportPlan & Pick<ImportPreview, "ignored">;

async function planFor(
  ctx: AccountContext,
  csv: string,
  { isLocked }: { isLocked: boolean },
): Promise<Plan> {
  const { rows, faults, ignored } = readSubaccountCsv(csv);
  const candidates = await findCandidates(ctx, rows);
  const subaccounts = isLocked
    ? await lockSubaccounts(ctx, { ids: candidates.map(({ id }) => id) })
    : candidates;
  const named = await findNamedPortfolios(ctx, rows);
  const portfolios = isLocked ? await lockPortfolios(ctx, named) : named;
  const plan = planImport(rows, { subaccounts, portfolios });
  const all = [...faults, ...plan.faults].sort((a, b) => a.line - b.line);
  return { ...plan, faults: all, ignored };
}

/** Reports what an import of the CSV text would do. */
export async function previewSubaccountImport(
  ctx: AccountContext,
  { csv }: { csv: string },
): Promise<ImportPreview> {
  const { rows, faults, ignored } = await planFor(ctx, csv, { isLocked: false });
  return { rows, faults, ignored };
}

export interface ImportResult {
  created: number;
  updated: number;
  unchanged: number;
}

/**
 * Creates and updates the subaccounts of the CSV text: all of its rows or, if one is faulty, none.
 * Imports of an account run one after another, so that two at once create each subaccount once.
 * @throws invalid `csv` with the faults; conflict if another subaccount has a reference
 */
export async function importSubaccounts(
  ctx: AccountContext,
  { csv }: { csv: string },
): Promise<ImportResult> {
  await lockAccount(ctx);
  const { rows, faults, creates, updates } = await planFor(ctx, csv, { isLocked: true });
  if (faults.length > 0) {
    const messages = faults.map(({ line, field, message }) => `line ${line}: ${field} ${message}`);
    throw new Problem("invalid-parameters", { errors: { csv: messages.slice(0, 20) } });
  }
  await insertSubaccounts(ctx, creates);
  await writeSubaccounts(ctx, updates);
  const [created, updated] = [creates.length, updates.length];
  return { created, updated, unchanged: rows.length - created - updated };
}
