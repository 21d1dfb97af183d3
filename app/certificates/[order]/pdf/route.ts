import { certificatePdf } from "#rest/certificate-pdf";
import { idIn } from "#ui/id-in";

interface Route {
  params: Promise<{ order: string }>;
}

export async function GET(request: Request, { params }: Route): Promise<Response> {
  return certificatePdf(request, idIn((await params).order));
}
