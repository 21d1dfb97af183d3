import { type CsvPage, csvPage } from "#core/csv";
import { pageResource } from "#core/page";
import {
  getDisclosureSummary,
  getRetirementTotals,
  listRetirements,
  RetirementFilters,
  retirementColumns,
  SearchRetirements,
  SummaryQuery,
  summaryCsv,
  toRetirementResource,
  toSummaryView,
} from "#domain/disclosures";
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

  /** A year's disclosure. */
  summary: forViewer
    .meta({ forLimited: "filter" })
    .input(SummaryQuery)
    .query(async ({ ctx, input }) => toSummaryView(await getDisclosureSummary(ctx, input))),
});

export const exportRetirements = forViewer
  .meta({ forLimited: "filter" })
  .input(ExportInput.extend(RetirementFilters.shape))
  .query(async ({ ctx, input: { after, ...filters } }) => {
    const { data, hasMore } = await listRetirements(ctx, { ...filters, ...placeAfter(after) });
    return csvPage({ data: data.map(toRetirementResource), hasMore }, retirementColumns);
  });

export const exportDisclosures = forViewer
  .meta({ forLimited: "filter" })
  .input(ExportInput.extend(SummaryQuery.shape))
  .query(
    async ({ ctx, input: { after: _whole, ...query } }): Promise<CsvPage> =>
      summaryCsv(await getDisclosureSummary(ctx, query)),
  );
