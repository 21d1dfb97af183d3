import { operatorInvoicePdf } from "#modules/invoice-files";

interface Route {
  params: Promise<{ mode: string; id: string }>;
}

export async function GET(request: Request, { params }: Route): Promise<Response> {
  return operatorInvoicePdf(request, await params);
}
