import { handleExportRequest } from "#trpc/exports";

interface Route {
  params: Promise<{ mode: string; file: string }>;
}

export async function GET(request: Request, { params }: Route): Promise<Response> {
  return handleExportRequest(request, { account: null, ...(await params) });
}
