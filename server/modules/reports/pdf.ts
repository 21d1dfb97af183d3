import { respondToOwnPage } from "#trpc/context";
import { pdfResponse } from "#trpc/file-response";
import { createCallerFactory, forCapability, router } from "#trpc/procedures";
import { getReportPdf } from "./render-report-pdf";
import { getReport } from "./report";
import { ReportQuery } from "./schema";

const pdfRouter = router({
  pdf: forCapability("read_billing")
    .meta({ forLimited: "subaccount" })
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
