import type { SummaryView } from "./summary-view";

/** Imports what renders PDFs on demand, because it takes 55 MB of memory. */
export async function renderSummaryPdf(view: SummaryView): Promise<Uint8Array> {
  const { drawSummary } = await import("./summary-pdf");
  return drawSummary(view);
}
