import { handleOperatorInvoicePdf } from "#trpc/operator-billing";

interface Route {
  params: Promise<{ mode: string; id: string }>;
}

export async function GET(request: Request, { params }: Route): Promise<Response> {
  return handleOperatorInvoicePdf(request, await params);
}
