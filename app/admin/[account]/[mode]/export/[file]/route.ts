// A list of the account's as CSV.
import { answerExport } from "#trpc/exports";

interface Route {
  params: Promise<{ account: string; mode: string; file: string }>;
}

export async function GET(request: Request, { params }: Route): Promise<Response> {
  return answerExport(request, await params);
}
