// Changes of the catalogue by an operator, written by the functions of the catalogue file's import.
import { createHash } from "node:crypto";
import type { Context, Mode } from "#core/context";
import { conflict, type FieldErrors, Problem } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import type { Portfolio } from "#prisma";
import type { ChangeCategory, ChangePortfolio } from "./change-schema";
import type { EntryPrices } from "./file-prices";
import { planEntries, writeEntries } from "./import-entries";
import { requireConfirmed } from "./large-price-changes";
import { getOfferedPortfolio } from "./portfolios";
import { type CurrencyPrices, fromMillionths } from "./price-rules";
import { getProjectCategory } from "./projects";
import type { PortfolioWithAllocations, ProjectCategoryWithProjects } from "./resource";
import type { PortfolioEntry, ProjectCategoryEntry } from "./schema";
import { bumpStockVersion, lockCatalogue } from "./store";

const listedPrices = (prices: readonly CurrencyPrices[]): EntryPrices => ({
  prices: prices.map(({ currency, apiPricePerTonne, checkoutPricePerTonne }) => ({
    currency,
    api_price_per_tonne: apiPricePerTonne,
    checkout_price_per_tonne: checkoutPricePerTonne,
  })),
  listsAllPrices: true,
});

/** The category as a catalogue file has it. */
export function toCategoryEntry(row: ProjectCategoryWithProjects): ProjectCategoryEntry {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    primary_image_url: row.primaryImageUrl,
    ...listedPrices(row.prices),
    projects: row.projects.map(({ projectId, weightMillionths }) => ({
      project_id: projectId,
      weight: fromMillionths(Number(weightMillionths)),
    })),
  };
}

export type Parts = Pick<
  PortfolioWithAllocations["allocations"][number],
  "categoryId" | "startMillionths" | "endMillionths"
>[];

type PortfolioRow = Portfolio & Pick<PortfolioWithAllocations, "prices"> & { allocations: Parts };

/** The portfolio as a catalogue file has it. */
export function toPortfolioEntry(row: PortfolioRow): PortfolioEntry {
  return {
    id: row.id,
    name: row.name,
    summary: row.summary,
    description: row.description,
    primary_image_url: row.primaryImageUrl,
    ...listedPrices(row.prices),
    category_allocations: row.allocations.map((part) => ({
      category_id: part.categoryId,
      allocated_fraction: fromMillionths(part.endMillionths - part.startMillionths),
    })),
  };
}

/** Identifies what an operator saw before a change. */
export function revisionOf(...entries: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(entries)).digest("base64url").slice(0, 22);
}

/** @throws conflict if someone has changed the entries since the operator saw them */
export function requireRevision(expected: string, ...entries: readonly unknown[]): void {
  if (revisionOf(...entries) === expected) return;
  throw conflict(
    "The catalogue has changed since you opened this page",
    "Review it and try again.",
  );
}

interface WriteChange {
  mode: Mode;
  categories?: ProjectCategoryEntry[];
  portfolios?: PortfolioEntry[];
  defaultPortfolioId?: string | null;
  /** Accepts prices that change by more than a factor of two. */
  confirmed: boolean;
  audit: { subjectId: string; data: Record<string, string | number | boolean | null> };
}

/**
 * Writes the entries. The caller holds the catalogue's lock.
 * @throws invalid-parameters naming each fault's place; invalid `confirmed`
 */
export async function writeChange(ctx: Context, change: WriteChange): Promise<void> {
  const { mode, categories = [], portfolios = [], confirmed, audit } = change;
  const idsOf = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);
  const plan = await planEntries(ctx, {
    mode,
    projects: [],
    project_categories: categories,
    portfolios,
    emission_factors: [],
    default_portfolio_id: change.defaultPortfolioId ?? null,
    ids: { projects: [], project_categories: idsOf(categories), portfolios: idsOf(portfolios) },
  });
  if (plan.faults.length > 0) {
    const errors: FieldErrors = {};
    // The fields of a single entry are those of its form.
    const root = categories.length + portfolios.length === 1 ? 2 : 0;
    for (const { path, message } of plan.faults) {
      errors[path.slice(root).join(".")] = [message];
    }
    throw new Problem("invalid-parameters", { errors });
  }
  const written = await writeEntries(ctx, plan);
  requireConfirmed(written.largePriceChanges, confirmed);
  if (written.sharesChanged) await bumpStockVersion(ctx, mode);
  await recordAudit(ctx, {
    action: "catalogue.changed",
    subjectId: audit.subjectId,
    data: { mode, ...audit.data },
  });
}

/**
 * Sets a category's name, description, picture and projects with their weights.
 * @throws not-found; conflict; invalid naming the field
 */
export async function changeCategory(
  ctx: Context,
  { mode, id, revision, confirmed, ...changes }: ChangeCategory & { mode: Mode },
): Promise<void> {
  await lockCatalogue(ctx, mode);
  const before = toCategoryEntry(await getProjectCategory({ ...ctx, account: { mode } }, { id }));
  requireRevision(revision, before);
  const category = { ...before, ...changes };
  const data = {
    name: category.name,
    former_name: before.name,
    projects: category.projects.length,
    projects_before: before.projects.length,
  };
  await writeChange(ctx, {
    mode,
    categories: [category],
    confirmed,
    audit: { subjectId: id, data },
  });
}

/**
 * Sets an offered portfolio's name, texts, picture and shares.
 * @throws not-found; conflict; invalid naming the field
 */
export async function changePortfolio(
  ctx: Context,
  { mode, id, revision, confirmed, ...changes }: ChangePortfolio & { mode: Mode },
): Promise<void> {
  await lockCatalogue(ctx, mode);
  const before = toPortfolioEntry(await getOfferedPortfolio(ctx, { mode, id }));
  requireRevision(revision, before);
  const portfolio = { ...before, ...changes };
  const data = {
    name: portfolio.name,
    former_name: before.name,
    categories: portfolio.category_allocations.length,
    categories_before: before.category_allocations.length,
  };
  await writeChange(ctx, {
    mode,
    portfolios: [portfolio],
    confirmed,
    audit: { subjectId: id, data },
  });
}
