import { currentCaller, WARM_UP } from "#core/caller";
import { Problem } from "#core/errors";
import { orderNumber } from "#core/id";
import { languageOf } from "#core/language";
import { conditionalResponse } from "#core/page-headers";
import { respondPublicly } from "#core/problem";
import { getCertificatePdfIn, prepareCertificatePdfs } from "#domain/certificates";
import { idIn } from "#ui/id-in";

interface Route {
  params: Promise<{ order: string }>;
}

export async function GET(request: Request, { params }: Route): Promise<Response> {
  if (currentCaller() === WARM_UP) {
    await prepareCertificatePdfs();
    return new Response(null, { status: 204 });
  }
  return respondPublicly(async (ctx) => {
    const order = idIn((await params).order);
    // English by default, whatever the browser prefers: a link stands for one document.
    const language = languageOf(new URL(request.url).searchParams.get("lang")) ?? "en";
    const pdf = await getCertificatePdfIn(ctx, { orderId: order, language });
    if (!pdf) throw new Problem("gone");
    const headers = {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="carbon-certificate-${orderNumber(order)}.pdf"`,
      // Caches ask each time: evidence can arrive or be corrected at any moment.
      "cache-control": pdf.isFinal ? "public, max-age=0, must-revalidate" : "no-store",
      "x-robots-tag": "noindex",
      etag: pdf.etag,
    };
    return conditionalResponse(request, Buffer.from(pdf.bytes), headers);
  });
}
