// The checkout page's facts as JSON, without rendering.
import { publicContext } from "#core/context";
import { getCheckoutPage } from "#domain/checkout";

export interface PageFacts {
  view: Awaited<ReturnType<typeof getCheckoutPage>>["view"];
  orderId: string | null;
}

/** Handles `GET /checkout/{id}`. */
export async function servePageFacts(request: Request): Promise<Response> {
  const [, , id = ""] = new URL(request.url).pathname.split("/");
  const { view, order } = await getCheckoutPage(publicContext(), { id });
  return Response.json({ view, orderId: order?.id ?? null } satisfies PageFacts);
}
