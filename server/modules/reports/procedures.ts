// Reports of one subaccount, and the links that share them.

import { CSV_PAGE_ROWS } from "#core/csv";
import { findSaleViews } from "#modules/statements/sale-view";
import { calls } from "#trpc/calls";
import { ExportInput } from "#trpc/csv";
import { forAdmin, forCapability, IdInput, router } from "#trpc/procedures";
import { getReport, getReportCsv } from "./report";
import { createReportLink, listReportLinks, revokeReportLink } from "./report-links";
import { toReportView } from "./report-view";
import { CreateReportLink, ReportQuery, RevokeReportLink } from "./schema";

const forBilling = forCapability("read_billing").meta({ forLimited: "subaccount" });
const forSharing = forAdmin.meta({ forLimited: "subaccount" });

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

export const reportsRouter = router({
  get: forBilling.input(ReportQuery).query(async ({ ctx, input }) => {
    const report = await getReport(ctx, input);
    return toReportView(report, await findSaleViews(ctx, report));
  }),

  links: forBilling.input(IdInput).query(async ({ ctx, input }) =>
    (await listReportLinks(ctx, input)).map((link) => ({
      id: link.id,
      from: dayOf(link.fromDay),
      to: dayOf(link.toDay),
      has_prices: link.hasPrices,
      created_on: link.createdAt.toISOString(),
      expires_on: link.expiresAt.toISOString(),
    })),
  ),

  /** This is the only response that contains the address. */
  createLink: forSharing.input(CreateReportLink).mutation(async ({ ctx, input }) => {
    const { link, url } = await createReportLink(ctx, input);
    return { id: link.id, url, expires_on: link.expiresAt.toISOString() };
  }),

  revokeLink: forSharing.input(RevokeReportLink).mutation(calls(revokeReportLink)),
});

export const exportReport = forBilling
  .input(ExportInput.extend(ReportQuery.shape))
  .query(({ ctx, input: { after, ...query } }) =>
    getReportCsv(ctx, { ...query, after: after ?? null, limit: CSV_PAGE_ROWS }),
  );
