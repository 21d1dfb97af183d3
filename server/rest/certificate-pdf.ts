// A certificate's PDF. The renderer serves it without Next, which would load it at the first request.
import { getRequestListener } from "@hono/node-server";
import { Problem } from "#core/errors";
import { languageOf } from "#core/language";
import { conditionalResponse } from "#core/page-headers";
import { respondPublicly } from "#core/problem";
import {
  certificateFileName,
  getCertificatePdfIn,
  renderSampleCertificates,
} from "#domain/certificates";

/** `GET /certificates/{order}/pdf` */
export function certificatePdf(request: Request, order: string): Promise<Response> {
  return respondPublicly(async (ctx) => {
    // English by default, whatever the browser prefers: a link stands for one document.
    const language = languageOf(new URL(request.url).searchParams.get("lang")) ?? "en";
    const pdf = await getCertificatePdfIn(ctx, { orderId: order, language });
    if (!pdf) throw new Problem("gone");
    const headers = {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="${certificateFileName(order)}"`,
      // Caches ask each time: evidence can arrive or be corrected at any moment.
      "cache-control": pdf.isFinal ? "public, max-age=0, must-revalidate" : "no-store",
      "x-robots-tag": "noindex",
      etag: pdf.etag,
    };
    return conditionalResponse(request, Buffer.from(pdf.bytes), headers);
  });
}

/** Paths with other characters are left to Next, which decodes them. */
const PATH = /^\/certificates\/(\w+)\/pdf(?:\?|$)/;

export function isCertificatePdf(url: string): boolean {
  return PATH.test(url);
}

export const certificatePdfListener = getRequestListener(
  (request) => {
    const { pathname } = new URL(request.url);
    return certificatePdf(request, PATH.exec(pathname)?.[1] ?? "");
  },
  { overrideGlobalObjects: false },
);

/**
 * Prepares the process, which takes about a second of CPU time. `awaitTurn` is awaited between the
 * steps, and returns false to end it.
 */
export function prepareCertificatePdfs(awaitTurn: () => Promise<boolean>): Promise<void> {
  return renderSampleCertificates(awaitTurn);
}
