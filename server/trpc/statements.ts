import type { z } from "zod";
import {
  getStatement,
  linesCsv,
  listStatementLines,
  monthKeys,
  monthOf,
  renderStatementPdf,
  requireMonth,
  StatementMonthQuery,
  toStatementView,
} from "#domain/statements";
import { respondToOwnPage } from "./context";
import { ExportInput, placeAfter } from "./csv";
import { pdfResponse } from "./file-response";
import { createCallerFactory, forCapability, type MemberContext, router } from "./procedures";

const forBilling = forCapability("read_billing");

const keyOf = (ctx: MemberContext, month: string | undefined) => month ?? monthOf(ctx.now).key;

const read = async (ctx: MemberContext, { month, ...query }: z.infer<typeof StatementMonthQuery>) =>
  getStatement(ctx, { ...query, month: keyOf(ctx, month) });

export const statementsRouter = router({
  get: forBilling
    .meta({ forLimited: "filter" })
    .input(StatementMonthQuery)
    .query(async ({ ctx, input }) => ({
      ...toStatementView(await read(ctx, input)),
      months: monthKeys(ctx.account.createdAt, ctx.now),
    })),
});

export const exportStatement = forBilling
  .meta({ forLimited: "filter" })
  .input(ExportInput.extend(StatementMonthQuery.shape))
  .query(async ({ ctx, input: { after, month, ...query } }) =>
    linesCsv(
      await listStatementLines(ctx, {
        ...query,
        ...placeAfter(after),
        month: requireMonth(ctx, keyOf(ctx, month)),
      }),
    ),
  );

const pdfRouter = router({
  pdf: forBilling
    .meta({ forLimited: "filter" })
    .input(StatementMonthQuery)
    .query(async ({ ctx, input }) => {
      const statement = await read(ctx, input);
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
