import { reportFiles } from "#modules/report-files";
import { handleReportPdf } from "#trpc/reports";
import { handleStatementPdf } from "#trpc/statements";

interface Route {
  params: Promise<{ account: string; mode: string; pdf: string }>;
}

const handlers = new Map([
  ["statement.pdf", handleStatementPdf],
  ["subaccount.pdf", handleReportPdf],
  ...reportFiles,
]);

export async function GET(request: Request, { params }: Route): Promise<Response> {
  const { pdf, ...place } = await params;
  const handle = handlers.get(pdf);
  return handle ? handle(request, place) : new Response("Not found\n", { status: 404 });
}
