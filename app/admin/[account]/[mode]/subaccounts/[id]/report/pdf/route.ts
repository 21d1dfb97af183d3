import { handleReportPdf } from "#trpc/reports";
import { idIn } from "#ui/id-in";

interface Route {
  params: Promise<{ account: string; mode: string; id: string }>;
}

export async function GET(request: Request, { params }: Route): Promise<Response> {
  const { id, ...place } = await params;
  return handleReportPdf(request, { ...place, id: idIn(id) });
}
