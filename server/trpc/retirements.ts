import { csvPage } from "#core/csv";
import { pageResource } from "#core/page";
import {
  getRetirementTotals,
  listRetirements,
  RetirementFilters,
  retirementColumns,
  SearchRetirements,
  toRetirementResource,
} from "#domain/retirements";
import { ExportInput, placeAfter } from "./csv";
import { forViewer, router } from "./procedures";

export const retirementsRouter = router({
  list: forViewer
    .meta({ forLimited: "filter" })
    .input(SearchRetirements)
    .query(async ({ ctx, input }) =>
      pageResource(await listRetirements(ctx, input), toRetirementResource),
    ),

  /** Kg by status, with the filters of the list, and the account's registries. */
  totals: forViewer
    .meta({ forLimited: "filter" })
    .input(RetirementFilters)
    .query(({ ctx, input }) => getRetirementTotals(ctx, input)),
});

export const exportRetirements = forViewer
  .meta({ forLimited: "filter" })
  .input(ExportInput.extend(RetirementFilters.shape))
  .query(async ({ ctx, input: { after, ...filters } }) => {
    const { data, hasMore } = await listRetirements(ctx, { ...filters, ...placeAfter(after) });
    return csvPage({ data: data.map(toRetirementResource), hasMore }, retirementColumns);
  });
