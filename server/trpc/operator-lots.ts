import { z } from "zod";
import type { Mode } from "#core/context";
import { amountColumns, type Columns, csvPage, fields } from "#core/csv";
import { PageQuery, pageResource } from "#core/page";
import { text } from "#core/text";
import { listProjectShares } from "#domain/catalogue";
import { findHeldKg } from "#domain/holds";
import {
  deleteLots,
  getLot,
  getLotSums,
  LotDecision,
  listLots,
  listRetirementsOfLot,
  listStock,
  listStockFilters,
  type ProjectStock,
  removeLot,
  removeLots,
  resumeLot,
  SetLotCost,
  setLotCost,
  stopLot,
} from "#domain/inventory";
import { callsInMode, changesStock } from "./calls";
import { ExportInput, placeAfter } from "./csv";
import { forOperator, router } from "./procedures";

const id = text(255);

type Lot = Awaited<ReturnType<typeof getLot>>;

function toView(lot: Lot) {
  const { createdAt, stateChangedAt, ...rest } = lot;
  return {
    ...rest,
    leftKg: lot.quantityKg - lot.retiredKg,
    createdOn: createdAt.toISOString(),
    stateChangedOn: stateChangedAt?.toISOString() ?? null,
  };
}

const Decision = LotDecision.extend({ id });

const LotIds = z
  .array(id.min(1))
  .min(1)
  .max(1000)
  .meta({ examples: [["lot_1"]] });

const lotFilters = {
  search: text(512).nullish(),
  project: id.nullish(),
  category: id.nullish(),
  vintage: z.coerce.number().int().nullish(),
  stock: z.enum(["open", "stopped", "all"]).default("all"),
};
const LotFilters = z.strictObject(lotFilters);

function toFilter(mode: Mode, { search, project, category, vintage, stock }: LotFilters) {
  return {
    mode,
    search: search?.trim() || null,
    projectId: project ?? null,
    categoryId: category ?? null,
    vintageYear: vintage ?? null,
    only: stock === "all" ? null : stock,
  };
}
type LotFilters = z.infer<typeof LotFilters>;

const stockFilters = {
  category: id.nullish(),
  within: z.coerce.number().int().min(1).max(3650).nullish(),
  sort: z
    .enum(["name", "left", "rate", "days"].flatMap((by) => [`${by}.asc`, `${by}.desc`]))
    .default("days.asc"),
};

function orderOf(sort: string) {
  const [by, way] = sort.split(".");
  return { by: by as "name" | "left" | "rate" | "days", isDown: way === "desc" };
}

export const operatorLotsRouter = router({
  list: forOperator.input(PageQuery.extend(lotFilters)).query(async ({ ctx, input }) => {
    const { limit, starting_after, ending_before, ...filters } = input;
    const page = await listLots(ctx, {
      limit,
      starting_after,
      ending_before,
      ...toFilter(ctx.mode, filters),
    });
    return pageResource(page, toView);
  }),

  /** Count and sums of the list with these filters; a search has none. */
  totals: forOperator.input(LotFilters.omit({ search: true })).query(async ({ ctx, input }) => {
    const { lots, isCapped, sums } = await getLotSums(ctx, toFilter(ctx.mode, input));
    return { count: lots, is_capped: isCapped, sums };
  }),

  filters: forOperator.query(({ ctx }) => listStockFilters(ctx, { mode: ctx.mode })),

  get: forOperator.input(z.strictObject({ id })).query(async ({ ctx, input: { id } }) => {
    const { mode } = ctx;
    const lot = await getLot(ctx, { mode, id });
    return {
      ...toView(lot),
      categories: await listProjectShares(ctx, { mode, id: lot.projectId }),
    };
  }),

  setCost: forOperator.input(SetLotCost).mutation(callsInMode(setLotCost)),

  stop: forOperator.input(Decision).mutation(changesStock(stopLot)),

  resume: forOperator.input(z.strictObject({ id })).mutation(callsInMode(resumeLot)),

  /** Removes the rest of a stopped lot from the stock, permanently. */
  remove: forOperator.input(Decision).mutation(callsInMode(removeLot)),

  /** Removes the rests of all these lots from the stock, permanently, or of none. */
  removeMany: forOperator
    .input(LotDecision.extend({ ids: LotIds }))
    .mutation(changesStock(removeLots)),

  /** Deletes lots of which nothing was sold, as if they had not been imported. */
  delete: forOperator.input(LotDecision.extend({ ids: LotIds })).mutation(changesStock(deleteLots)),

  /** Orders filled from the lot, by position in the lot. */
  retirements: forOperator
    .input(
      z.strictObject({
        id,
        after: z.coerce.number().int().nullish(),
        before: z.coerce.number().int().nullish(),
      }),
    )
    .query(async ({ ctx, input }) => {
      const page = await listRetirementsOfLot(ctx, {
        id: input.id,
        mode: ctx.mode,
        limit: 20,
        afterKg: input.after ?? null,
        beforeKg: input.before ?? null,
      });
      return pageResource(page, ({ retiredAt, ...rest }) => ({
        ...rest,
        retiredOn: retiredAt.toISOString(),
      }));
    }),

  /** By project. Default order: what runs out first. */
  stock: forOperator.input(PageQuery.extend(stockFilters)).query(async ({ ctx, input }) => {
    const { category, within, sort, ...query } = input;
    const { data, hasMore, total } = await listStock(ctx, {
      ...query,
      mode: ctx.mode,
      categoryId: category ?? null,
      withinDays: within ?? null,
      sort: orderOf(sort),
    });
    const heldKg = await findHeldKg(ctx, ctx.mode);
    return {
      data: data.map((project) => ({ ...project, heldKg: heldKg.get(project.projectId) ?? 0 })),
      has_more: hasMore,
      total,
    };
  }),
});

const lotColumns: Columns<Lot> = {
  ...fields("id", "projectId"),
  project: (lot) => lot.projectName,
  registry: (lot) => lot.registryName,
  ...fields("vintageYear", "serialNumberRange", "quantityKg"),
  allocated_kg: (lot) => lot.retiredKg,
  registry_retired_kg: (lot) => lot.registryRetiredKg,
  left_kg: (lot) => lot.quantityKg - lot.retiredKg,
  ...fields("retirementUrl", "creditType"),
  currency: (lot) => (lot.costPerTonne === null ? null : lot.costCurrency.toUpperCase()),
  ...amountColumns("cost_per_tonne", ({ costPerTonne: minor, costCurrency }: Lot) =>
    minor === null ? null : { minor, currency: costCurrency },
  ),
  labels: (lot) => lot.labels.map(({ scheme }) => scheme).join("; "),
  ...fields("correspondingAdjustment", "correspondingAdjustmentUrl", "state", "stateReason"),
  created_on: (lot) => lot.createdAt.toISOString(),
};

export const exportLots = forOperator
  .input(ExportInput.extend({ ...lotFilters, after: id.min(1).nullish() }))
  .query(async ({ ctx, input: { after, ...filters } }) => {
    const page = await listLots(ctx, { ...placeAfter(after), ...toFilter(ctx.mode, filters) });
    return csvPage(page, lotColumns);
  });

interface StockLine extends Pick<ProjectStock, "perDayKg" | "daysLeft"> {
  /** The project's id, which is the cursor of the export. */
  id: string;
  name: string;
  heldKg: number;
  vintage: { year: number; quantityKg: number; retiredKg: number; leftKg: number };
}

const stockColumns: Columns<StockLine> = {
  project_id: (line) => line.id,
  project: (line) => line.name,
  vintage_year: (line) => line.vintage.year,
  quantity_kg: (line) => line.vintage.quantityKg,
  allocated_kg: (line) => line.vintage.retiredKg,
  left_kg: (line) => line.vintage.leftKg,
  project_held_kg: (line) => line.heldKg,
  project_kg_per_day: (line) => Math.round(line.perDayKg * 1000) / 1000,
  project_days_left: (line) => line.daysLeft,
};

export const exportStock = forOperator
  .input(ExportInput.extend({ ...stockFilters, after: id.min(1).nullish() }))
  .query(async ({ ctx, input: { after, category, within, sort } }) => {
    const page = await listStock(ctx, {
      ...placeAfter(after),
      mode: ctx.mode,
      categoryId: category ?? null,
      withinDays: within ?? null,
      sort: orderOf(sort),
    });
    const heldKg = await findHeldKg(ctx, ctx.mode);
    const data = page.data.flatMap(({ projectId, projectName, vintages, perDayKg, daysLeft }) =>
      vintages.map((vintage) => ({
        id: projectId,
        name: projectName,
        heldKg: heldKg.get(projectId) ?? 0,
        perDayKg,
        daysLeft,
        vintage,
      })),
    );
    return csvPage({ data, hasMore: page.hasMore }, stockColumns);
  });
