// Reports of one subaccount, and the links that share them.

import { CSV_PAGE_ROWS } from "#core/csv";
import {
  CreateReportLink,
  createReportLink,
  findSaleViews,
  getReport,
  getReportCsv,
  getReportPdf,
  listReportLinks,
  ReportQuery,
  RevokeReportLink,
  revokeReportLink,
  toReportView,
} from "#domain/statements";
import { calls } from "./calls";
import { respondToOwnPage } from "./context";
import { ExportInput } from "./csv";
import { pdfResponse } from "./file-response";
import { createCallerFactory, forAdmin, forCapability, IdInput, router } from "./procedures";

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

const pdfRouter = router({
  pdf: forBilling
    .input(ReportQuery)
    .query(async ({ ctx, input }) => getReportPdf(ctx, await getReport(ctx, input))),
});
const makeCaller = createCallerFactory(pdfRouter);

export function handleReportPdf(
  request: Request,
  place: { account: string; mode: string },
): Promise<Response> {
  return respondToOwnPage(request, place, async (ctx) => {
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const input = ReportQuery.parse(query);
    const bytes = await makeCaller(ctx).pdf(input);
    return pdfResponse({ bytes, name: `report-${input.id}-from-${input.from}-to-${input.to}.pdf` });
  });
}
