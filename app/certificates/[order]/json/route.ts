import { sha256 } from "#core/crypto";
import { Problem } from "#core/errors";
import { conditionalResponse } from "#core/page-headers";
import { respondPublicly } from "#core/problem";
import { getSignedCertificate } from "#domain/certificates";
import { idIn } from "#ui/id-in";

interface Route {
  params: Promise<{ order: string }>;
}

export function GET(request: Request, { params }: Route): Promise<Response> {
  return respondPublicly(async (ctx) => {
    const order = idIn((await params).order);
    const certificate = await getSignedCertificate(ctx, order);
    if (certificate.state === "cancelled") throw new Problem("gone");
    const isFinal = certificate.state === "fulfilled";
    const body = `${JSON.stringify(certificate, null, 2)}\n`;
    const digest = sha256(body).toString("hex").slice(0, 32);
    return conditionalResponse(request, body, {
      "content-type": "application/json",
      // Caches ask each time: evidence can arrive or be corrected at any moment.
      "cache-control": isFinal ? "public, max-age=0, must-revalidate" : "no-store",
      "access-control-allow-origin": "*",
      "x-robots-tag": "noindex",
      etag: `"r${certificate.revision}-${digest}"`,
    });
  });
}
