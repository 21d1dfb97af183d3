import type { CsvPage } from "#core/csv";
import { ExportInput } from "#trpc/csv";
import { forViewer, router } from "#trpc/procedures";
import { SummaryQuery } from "./schema";
import { getDisclosureSummary } from "./summary";
import { summaryCsv } from "./summary-csv";
import { toSummaryView } from "./summary-view";

export const disclosuresRouter = router({
  /** A year's disclosure. */
  summary: forViewer
    .meta({ forLimited: "filter" })
    .input(SummaryQuery)
    .query(async ({ ctx, input }) => toSummaryView(await getDisclosureSummary(ctx, input))),
});

export const exportDisclosures = forViewer
  .meta({ forLimited: "filter" })
  .input(ExportInput.extend(SummaryQuery.shape))
  .query(
    async ({ ctx, input: { after: _whole, ...query } }): Promise<CsvPage> =>
      summaryCsv(await getDisclosureSummary(ctx, query)),
  );
