// Files of modules: PDFs below the dashboard's address of reports, and those of shared reports.
import { isUsed } from "#modules";
import { handleSummaryPdf } from "#modules/disclosures/pdf";
import { handleReportPdf } from "#modules/reports/pdf";
import { serveSharedFile } from "#modules/reports/shared-files";
import { handleStatementPdf } from "#modules/statements/pdf";

const files: [module: string, name: string, handle: typeof handleSummaryPdf][] = [
  ["disclosures", "disclosure.pdf", handleSummaryPdf],
  ["reports", "subaccount.pdf", handleReportPdf],
  ["statements", "statement.pdf", handleStatementPdf],
];

export const reportFiles = new Map(
  files.filter(([module]) => isUsed(module)).map(([, name, handle]) => [name, handle]),
);

const notFound: typeof serveSharedFile = async () => new Response("Not found\n", { status: 404 });

export const sharedFile = isUsed("reports") ? serveSharedFile : notFound;
