// A checkout page without the pixels: what it tells its customer, as JSON.
import { publicContext } from "#core/context";
import { getCheckoutPage } from "#domain/checkout";

export interface PageFacts {
  view: Awaited<ReturnType<typeof getCheckoutPage>>["view"];
  orderId: string | null;
}

/** Answers `GET /checkout/{id}`. */
export async function answerPageFacts(request: Request): Promise<Response> {
  const [, , id = ""] = new URL(request.url).pathname.split("/");
  const { view, order } = await getCheckoutPage(publicContext(), { id });
  return Response.json({ view, orderId: order?.id ?? null } satisfies PageFacts);
}
