import { handleExportRequest } from "#trpc/exports";

interface Route {
  params: Promise<{ account: string; mode: string; file: string }>;
}

export async function GET(request: Request, { params }: Route): Promise<Response> {
  return handleExportRequest(request, await params);
}
