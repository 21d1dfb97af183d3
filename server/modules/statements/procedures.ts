import { monthKeys, requireMonth } from "#domain/figures";
import { calls } from "#trpc/calls";
import { ExportInput, placeAfter } from "#trpc/csv";
import { forCapability, IdInput, router } from "#trpc/procedures";
import { getDocumentCsv } from "./document-lines";
import { listStatementLines } from "./lines";
import { linesCsv } from "./lines-csv";
import { StatementMonthQuery } from "./schema";
import { getStatement } from "./statement";
import { toStatementView } from "./statement-view";

const forBilling = forCapability("read_billing");
const forStatements = forBilling.meta({ forLimited: "filter" });

export const statementsRouter = router({
  get: forStatements.input(StatementMonthQuery).query(async ({ ctx, input }) => ({
    ...toStatementView(await getStatement(ctx, input)),
    months: monthKeys(ctx.account.createdAt, ctx.now),
  })),
});

export const exportStatement = forStatements
  .input(ExportInput.extend(StatementMonthQuery.shape))
  .query(async ({ ctx, input: { after, month, ...query } }) =>
    linesCsv(
      await listStatementLines(ctx, {
        ...query,
        ...placeAfter(after),
        month: requireMonth(ctx, month),
      }),
    ),
  );

export const exportDocument = forBilling
  .input(ExportInput.extend(IdInput.shape))
  .query(calls(getDocumentCsv));
