import { Problem } from "#core/errors";
import { orderNumber } from "#core/id";
import { conditionalResponse } from "#core/page-headers";
import { respondPublicly } from "#core/problem";
import { getCertificatePdf } from "#domain/certificates";
import { idIn } from "#ui/id-in";

interface Route {
  params: Promise<{ order: string }>;
}

export function GET(request: Request, { params }: Route): Promise<Response> {
  return respondPublicly(async (ctx) => {
    const order = idIn((await params).order);
    const pdf = await getCertificatePdf(ctx, order);
    if (!pdf) throw new Problem("gone");
    const headers = {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="carbon-certificate-${orderNumber(order)}.pdf"`,
      "cache-control": pdf.isFinal ? "public, max-age=31536000, immutable" : "no-store",
      "x-robots-tag": "noindex",
      etag: `"${pdf.digest}"`,
    };
    return conditionalResponse(request, Buffer.from(pdf.bytes), headers);
  });
}
