import { handleStatementPdf } from "#trpc/statements";

interface Route {
  params: Promise<{ account: string; mode: string }>;
}

export async function GET(request: Request, { params }: Route): Promise<Response> {
  return handleStatementPdf(request, await params);
}
