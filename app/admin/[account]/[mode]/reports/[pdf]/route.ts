import { reportFiles } from "#modules/report-files";

interface Route {
  params: Promise<{ account: string; mode: string; pdf: string }>;
}

export async function GET(request: Request, { params }: Route): Promise<Response> {
  const { pdf, ...place } = await params;
  const handle = reportFiles.get(pdf);
  return handle ? handle(request, place) : new Response("Not found\n", { status: 404 });
}
