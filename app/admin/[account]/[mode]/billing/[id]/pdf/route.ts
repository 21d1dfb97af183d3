import { handleInvoicePdf } from "#trpc/billing";

interface Route {
  params: Promise<{ account: string; mode: string; id: string }>;
}

export async function GET(request: Request, { params }: Route): Promise<Response> {
  return handleInvoicePdf(request, await params);
}
