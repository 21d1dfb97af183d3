import { handleOperatorEvidence } from "#trpc/dispute-evidence";

interface Route {
  params: Promise<{ mode: string; id: string }>;
}

export async function GET(request: Request, { params }: Route): Promise<Response> {
  return handleOperatorEvidence(request, await params);
}
