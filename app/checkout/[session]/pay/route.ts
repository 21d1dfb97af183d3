// Answers the pay form of the checkout page.
import { payForm } from "#rest/checkout-forms";

interface Route {
  params: Promise<{ session: string }>;
}

export async function POST(request: Request, { params }: Route): Promise<Response> {
  return payForm(request, (await params).session.replaceAll("\0", "\ufffd"));
}
