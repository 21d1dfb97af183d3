import { handleJournal } from "#trpc/operator-months";

interface Route {
  params: Promise<{ mode: string }>;
}

export async function GET(request: Request, { params }: Route): Promise<Response> {
  return handleJournal(request, await params);
}
