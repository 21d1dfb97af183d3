// Imports what renders PDFs on demand, because it takes 55 MB of memory.
import type { AccountContext } from "#core/context";
import type { SubaccountReport } from "./report";
import type { Statement } from "./statement";

export async function getReportPdf(
  ctx: AccountContext,
  report: SubaccountReport,
): Promise<Uint8Array> {
  const { drawReport } = await import("./report-pdf");
  return drawReport(ctx, report);
}

export async function renderStatementPdf(
  ctx: AccountContext,
  statement: Statement,
): Promise<Uint8Array> {
  const { drawStatement } = await import("./statement-pdf");
  return drawStatement(ctx, statement);
}
