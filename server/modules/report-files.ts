// PDFs of modules, below the dashboard's address of reports.
import { isUsed } from "#modules";
import { handleSummaryPdf } from "#modules/disclosures/pdf";

export const reportFiles: [name: string, handle: typeof handleSummaryPdf][] = isUsed("disclosures")
  ? [["disclosure.pdf", handleSummaryPdf]]
  : [];
