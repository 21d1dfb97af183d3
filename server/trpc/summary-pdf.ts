import { renderSummaryPdf } from "#domain/disclosures";
import { respondToOwnPage } from "./context";
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
    const file = ["disclosure", place.account, place.mode, view.year].join("-");
    return new Response(new Uint8Array(await renderSummaryPdf(view)), {
      headers: {
        "content-type": "application/pdf",
        "content-disposition": `inline; filename="${file}.pdf"`,
        "cache-control": "private, no-store",
      },
    });
  });
}
