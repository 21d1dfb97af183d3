import { respondToOwnPage } from "#trpc/context";
import { pdfResponse } from "#trpc/file-response";
import { createCallerFactory } from "#trpc/procedures";
import { disclosuresRouter } from "./procedures";
import { renderSummaryPdf } from "./render-summary-pdf";

const makeCaller = createCallerFactory(disclosuresRouter);

/** Responds with a year's disclosure as a PDF, to members of the account. */
export function handleSummaryPdf(
  request: Request,
  place: { account: string; mode: string },
): Promise<Response> {
  return respondToOwnPage(request, place, async (ctx) => {
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const view = await makeCaller(ctx).summary(query);
    const name = ["disclosure", place.account, place.mode, `${view.year}.pdf`].join("-");
    return pdfResponse({ bytes: await renderSummaryPdf(view), name });
  });
}
