import { Problem } from "#core/errors";
import { respondPublicly } from "#core/problem";
import { getSignedCertificate } from "#domain/certificates";
import { idIn } from "#ui/id-in";

interface Route {
  params: Promise<{ order: string }>;
}

export function GET(_request: Request, { params }: Route): Promise<Response> {
  return respondPublicly(async (ctx) => {
    const certificate = await getSignedCertificate(ctx, idIn((await params).order));
    if (certificate.state === "cancelled") throw new Problem("gone");
    const isFinal = certificate.state === "fulfilled";
    return new Response(`${JSON.stringify(certificate, null, 2)}\n`, {
      headers: {
        "content-type": "application/json",
        "cache-control": isFinal ? "public, max-age=3600" : "no-store",
        "access-control-allow-origin": "*",
        "x-robots-tag": "noindex",
      },
    });
  });
}
