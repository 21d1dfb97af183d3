import { invoicePdf } from "#modules/invoice-files";

interface Route {
  params: Promise<{ account: string; mode: string; id: string }>;
}

export async function GET(request: Request, { params }: Route): Promise<Response> {
  return invoicePdf(request, await params);
}
