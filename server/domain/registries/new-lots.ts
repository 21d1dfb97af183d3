// New lots of an import: which of them to import, what they cost, and which would be for sale.

import { sql } from "kysely";
import { z } from "zod";
import type { Context, Mode } from "#core/context";
import { DEFAULT_CURRENCY } from "#core/money";
import { type Params, queriesOn } from "#core/query";
import { text } from "#core/text";
import { currencyCode } from "#core/typed-money";
import type { CatalogueTables } from "#domain/catalogue";
import { costPerTonne, type InventoryTables, type ParsedLot } from "#domain/inventory";
import type { ReadFile } from "./export-contents";

/** Limit of new lots that a preview lists; only those can be chosen one by one. */
const MAX_CHOICES = 1000;

const lotId = text(255, 1);

export const ChosenLots = z.strictObject({
  include: z.union([z.literal("all"), z.array(lotId).max(MAX_CHOICES)]),
  cost_per_tonne: z.strictObject({
    currency: currencyCode,
    default: costPerTonne.nullable(),
    by_lot: z
      .record(lotId, costPerTonne)
      .refine((costs) => Object.keys(costs).length <= MAX_CHOICES, "has too many lots"),
  }),
});
export type ChosenLots = z.infer<typeof ChosenLots>;

export const allLots: ChosenLots = {
  include: "all",
  cost_per_tonne: { currency: DEFAULT_CURRENCY, default: null, by_lot: {} },
};

/** The files without the rows of stock that were not chosen; retired rows stay. */
export function chosenOf(files: readonly ReadFile[], { include }: ChosenLots): ReadFile[] {
  if (include === "all") return [...files];
  const chosen = new Set(include);
  return files.map((file) => ({ ...file, lots: file.lots.filter(({ id }) => chosen.has(id)) }));
}

/** The new lots with their costs. A cost that their file names stays. */
export function withCosts(
  lots: readonly ParsedLot[],
  { cost_per_tonne: { currency, default: costOfOthers, by_lot: costs } }: ChosenLots,
): ParsedLot[] {
  return lots.map((lot) => {
    const cost = costs[lot.id] ?? (lot.costPerTonne === null ? costOfOthers : null);
    return cost === null ? lot : { ...lot, costPerTonne: cost, costCurrency: currency };
  });
}

const query = queriesOn<InventoryTables & CatalogueTables>();

/** A project is for sale if it is in a category that is in a portfolio. */
export type SaleState = "for_sale" | "in_no_category" | "in_no_portfolio";

interface NewLotRow {
  id: string;
  /** In the files; null for a catalogue file. */
  place: string | null;
  projectId: string;
  vintageYear: number;
  serialNumberRange: string;
  /** On sale after the import. */
  kg: number;
}

interface NewLotsOfProject {
  id: string;
  name: string;
  lots: number;
  kg: number;
  sale: SaleState;
  /** True if the import creates it. Missing in reports of earlier versions. */
  isNew?: boolean;
}

export interface NewLots {
  /** In the order of the files; at most MAX_CHOICES. */
  rows: NewLotRow[];
  count: number;
  projects: NewLotsOfProject[];
  kg: number;
  forSaleKg: number;
}

interface LotsOf {
  mode: Mode;
  ids: readonly string[];
}

const leftOf = query("registries-left-of-new-lots", (db, of: Params<LotsOf>) =>
  db
    .selectFrom("creditLots")
    // Lots that were cut by retired serials count with their pieces.
    .select(["rootLotId as id", sql<number>`sum(quantity_kg - retired_kg)::bigint`.as("kg")])
    .where("mode", "=", of.mode)
    .where("rootLotId", "=", sql<string>`any (${of.ids}::text[])`)
    .where("state", "=", "on_sale")
    .groupBy("rootLotId"),
);

const salesOf = query("registries-sale-of-projects", (db, of: Params<LotsOf>) =>
  db
    .selectFrom("projects as p")
    .leftJoin("categoryProjects as m", (join) =>
      join.onRef("m.mode", "=", "p.mode").onRef("m.projectId", "=", "p.id"),
    )
    .leftJoin("portfolioAllocations as a", (join) =>
      join.onRef("a.mode", "=", "m.mode").onRef("a.categoryId", "=", "m.categoryId"),
    )
    .leftJoin("portfolios as f", (join) =>
      join
        .onRef("f.mode", "=", "a.mode")
        .onRef("f.id", "=", "a.portfolioId")
        .on("f.archivedAt", "is", null),
    )
    .select([
      "p.id",
      "p.name",
      sql<boolean>`bool_or(m.category_id IS NOT NULL)`.as("isInCategory"),
      sql<boolean>`bool_or(f.id IS NOT NULL)`.as("isInPortfolio"),
    ])
    .where("p.mode", "=", of.mode)
    .where("p.id", "=", sql<string>`any (${of.ids}::text[])`)
    .groupBy(["p.mode", "p.id"]),
);

function saleOf(project: { isInCategory: boolean; isInPortfolio: boolean }): SaleState {
  if (!project.isInCategory) return "in_no_category";
  return project.isInPortfolio ? "for_sale" : "in_no_portfolio";
}

/** Returns whether a portfolio may sell credits of one of the projects, also an archived one. */
export async function isInCategory(ctx: Context, of: LotsOf): Promise<boolean> {
  if (of.ids.length === 0) return false;
  return (await salesOf(ctx.db, of)).some((project) => project.isInCategory);
}

export interface CreatedLot {
  lot: ParsedLot;
  place: string | null;
}

const sumOf = (rows: readonly { kg: number }[]) => rows.reduce((sum, { kg }) => sum + kg, 0);

interface ReportNewLots {
  mode: Mode;
  created: readonly CreatedLot[];
  createdProjectIds: ReadonlySet<string>;
}

/** Reads the stock that this transaction's new lots add, and the sale of their projects. */
export async function reportNewLots(
  ctx: Context,
  { mode, created, createdProjectIds }: ReportNewLots,
): Promise<NewLots> {
  const ids = created.map(({ lot }) => lot.id);
  const left = new Map((await leftOf(ctx.db, { mode, ids })).map(({ id, kg }) => [id, kg]));
  const rows = created.map(
    ({ place, lot }): NewLotRow => ({
      id: lot.id,
      place,
      projectId: lot.projectId,
      vintageYear: lot.vintageYear,
      serialNumberRange: lot.serialNumberRange,
      kg: left.get(lot.id) ?? 0,
    }),
  );
  const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
  const sales = await salesOf(ctx.db, { mode, ids: [...byProject.keys()] });
  const projects = sales.map(({ id, name, ...sale }) => {
    const lots = byProject.get(id) ?? [];
    const stock = { lots: lots.length, kg: sumOf(lots) };
    return { id, name, ...stock, sale: saleOf(sale), isNew: createdProjectIds.has(id) };
  });
  return { ...sumsOf(projects), rows };
}

const sumsOf = (projects: NewLotsOfProject[]) => ({
  count: projects.reduce((sum, { lots }) => sum + lots, 0),
  projects,
  kg: sumOf(projects),
  forSaleKg: sumOf(projects.filter(({ sale }) => sale === "for_sale")),
});

/** The new lots of all slices; only the first ones are listed. */
export function joinNewLots(slices: readonly NewLots[]): NewLots {
  const projects = new Map<string, NewLotsOfProject>();
  for (const project of slices.flatMap((slice) => slice.projects)) {
    const { lots = 0, kg = 0 } = projects.get(project.id) ?? {};
    projects.set(project.id, { ...project, lots: project.lots + lots, kg: project.kg + kg });
  }
  const all = sumsOf([...projects.values()]);
  const listed = all.projects.sort((a, b) => b.kg - a.kg || a.name.localeCompare(b.name));
  return {
    ...all,
    rows: slices.flatMap(({ rows }) => rows).slice(0, MAX_CHOICES),
    projects: listed.slice(0, MAX_CHOICES),
  };
}
