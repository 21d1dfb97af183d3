import { handleDriftRequest } from "#trpc/operator-drift";

interface Route {
  params: Promise<{ mode: string }>;
}

export async function POST(request: Request, { params }: Route): Promise<Response> {
  return handleDriftRequest(request, await params);
}
