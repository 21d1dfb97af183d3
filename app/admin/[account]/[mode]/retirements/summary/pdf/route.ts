import { handleSummaryPdf } from "#trpc/summary-pdf";

interface Route {
  params: Promise<{ account: string; mode: string }>;
}

export async function GET(request: Request, { params }: Route): Promise<Response> {
  return handleSummaryPdf(request, await params);
}
