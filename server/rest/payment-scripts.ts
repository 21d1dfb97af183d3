// The scripts that payment providers bring for the checkout page.
import { matchesEtag, weakEtag } from "#core/crypto";
import { readPaymentScript } from "#domain/checkout";

/** `GET /checkout/scripts/{provider}.js`: it is checked for changes before each use. */
export async function paymentScript(request: Request, provider: string): Promise<Response> {
  const script = await readPaymentScript(provider);
  if (script === null) return new Response("There is no such script.\n", { status: 404 });
  const etag = weakEtag(script);
  const headers = {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=0, must-revalidate",
    etag,
  };
  const known = request.headers.get("if-none-match") ?? undefined;
  if (matchesEtag(known, etag)) return new Response(null, { status: 304, headers });
  return new Response(request.method === "HEAD" ? null : script, { headers });
}
