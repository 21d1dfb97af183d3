import { respondToOwnPage } from "#trpc/context";
import { pdfResponse } from "#trpc/file-response";
import { createCallerFactory, forCapability, router } from "#trpc/procedures";
import { renderStatementPdf } from "./render-statement-pdf";
import { StatementMonthQuery } from "./schema";
import { getStatement } from "./statement";

const pdfRouter = router({
  pdf: forCapability("read_billing")
    .meta({ forLimited: "filter" })
    .input(StatementMonthQuery)
    .query(async ({ ctx, input }) => {
      const statement = await getStatement(ctx, input);
      return { month: statement.month.key, bytes: await renderStatementPdf(ctx, statement) };
    }),
});
const makeCaller = createCallerFactory(pdfRouter);

export function handleStatementPdf(
  request: Request,
  place: { account: string; mode: string },
): Promise<Response> {
  return respondToOwnPage(request, place, async (ctx) => {
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const { month, bytes } = await makeCaller(ctx).pdf(query);
    const name = ["statement", place.account, place.mode, `${month}.pdf`].join("-");
    return pdfResponse({ bytes, name });
  });
}
