import { handleEvidence } from "#trpc/dispute-evidence";

interface Route {
  params: Promise<{ account: string; mode: string; id: string }>;
}

export async function GET(request: Request, { params }: Route): Promise<Response> {
  return handleEvidence(request, await params);
}
