import { renderSummaryPdf } from "#domain/disclosures";
import { respondToOwnPage } from "./context";
import { pdfResponse } from "./file-response";
import { createCallerFactory } from "./procedures";
import { retirementsRouter } from "./retirements";

const makeCaller = createCallerFactory(retirementsRouter);

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
