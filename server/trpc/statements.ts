import {
  getStatement,
  linesCsv,
  listStatementLines,
  MonthQuery,
  monthKeys,
  monthOf,
  renderStatementPdf,
  requireMonth,
  toStatementView,
} from "#domain/statements";
import { respondToOwnPage } from "./context";
import { ExportInput, placeAfter } from "./csv";
import { createCallerFactory, forViewer, type MemberContext, router } from "./procedures";

const keyOf = (ctx: MemberContext, month: string | undefined) => month ?? monthOf(ctx.now).key;

const read = async (ctx: MemberContext, month: string | undefined) =>
  getStatement(ctx, { month: keyOf(ctx, month) });

export const statementsRouter = router({
  get: forViewer.input(MonthQuery).query(async ({ ctx, input: { month } }) => ({
    ...toStatementView(await read(ctx, month)),
    /** Months to choose from, newest first. */
    months: monthKeys(ctx.account.createdAt, ctx.now),
  })),
});

/** A month's lines; all of them are read, a page at a time. */
export const exportStatement = forViewer
  .input(ExportInput.extend(MonthQuery.shape))
  .query(async ({ ctx, input: { after, month } }) =>
    linesCsv(
      await listStatementLines(ctx, {
        ...placeAfter(after),
        month: requireMonth(ctx, keyOf(ctx, month)),
      }),
    ),
  );

const pdfRouter = router({
  pdf: forViewer.input(MonthQuery).query(async ({ ctx, input: { month } }) => {
    const statement = await read(ctx, month);
    return { month: statement.month.key, bytes: await renderStatementPdf(ctx, statement) };
  }),
});
const makeCaller = createCallerFactory(pdfRouter);

/** Responds with a month's statement as a PDF, to members of the account. */
export function handleStatementPdf(
  request: Request,
  place: { account: string; mode: string },
): Promise<Response> {
  return respondToOwnPage(request, place, async (ctx) => {
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const { month, bytes } = await makeCaller(ctx).pdf(query);
    const file = ["statement", place.account, place.mode, month].join("-");
    return new Response(new Uint8Array(bytes), {
      headers: {
        "content-type": "application/pdf",
        "content-disposition": `inline; filename="${file}.pdf"`,
        "cache-control": "private, no-store",
      },
    });
  });
}
