import type { AccountContext } from "#core/context";
import type { SubaccountReport } from "./report";

/** Imports what renders PDFs on demand, because it takes 55 MB of memory. */
export async function getReportPdf(
  ctx: AccountContext,
  report: SubaccountReport,
): Promise<Uint8Array> {
  const { drawReport } = await import("./report-pdf");
  return drawReport(ctx, report);
}
