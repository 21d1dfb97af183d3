import { handleImportRequest } from "#trpc/operator-jobs";

interface Route {
  params: Promise<{ mode: string }>;
}

export async function POST(request: Request, { params }: Route): Promise<Response> {
  return handleImportRequest(request, await params);
}
