// Answers the confirm form of the checkout page.
import { confirmForm } from "#rest/checkout-forms";

interface Route {
  params: Promise<{ session: string }>;
}

export async function POST(request: Request, { params }: Route): Promise<Response> {
  return confirmForm(request, (await params).session.replaceAll("\0", "\ufffd"));
}
