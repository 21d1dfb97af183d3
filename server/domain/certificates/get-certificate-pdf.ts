// Gives the certificate of an order as a PDF, which is made once and kept once it is final.
import type { Context } from "#core/context";
import { sha256 } from "#core/crypto";
import { appUrl } from "#core/env";
import { notFound, Problem } from "#core/errors";
import { files, type StoredFile } from "#gateways/files";
import { getCertificate } from "./read-certificate";
import { isOrderId } from "./rules";

/** Raised with each change of the document's look: what is kept under a former one stays unused. */
const LAYOUT = 2;

export interface CertificatePdf {
  bytes: Uint8Array;
  /** A digest of the bytes, in hex. */
  digest: string;
  /** False where the same address may answer with other bytes later: placed, or not stored. */
  isFinal: boolean;
}

function finalPdf({ bytes, sha256: digest }: StoredFile): CertificatePdf {
  return { bytes, digest: Buffer.from(digest).toString("hex"), isFinal: true };
}

/** Null, and a line in the log, where the store is unavailable: a document can be made again. */
function unlessUnavailable(ctx: Context): (error: unknown) => null {
  return (error) => {
    if (!(error instanceof Problem) || error.code !== "unavailable") throw error;
    const fields = { event: "certificate.pdf_not_stored", err: error.cause ?? error };
    ctx.log.warn(fields, "certificate document made without the store of files");
    return null;
  };
}

/**
 * The certificate's PDF, made again for each request while the store is unavailable; null where the order is cancelled.
 * @throws notFound where no order has the id
 */
export async function getCertificatePdf(
  ctx: Context,
  orderId: string,
): Promise<CertificatePdf | null> {
  if (!isOrderId(orderId)) throw notFound("certificate");
  const store = files(ctx.db);
  // The address is printed in the document, so a new one needs a new document.
  const address = sha256(appUrl()).toString("hex").slice(0, 8);
  const key = `certificates/${orderId}/layout-${LAYOUT}-${address}.pdf`;
  const kept = await store.find(key).catch(unlessUnavailable(ctx));
  if (kept) return finalPdf(kept);
  const certificate = await getCertificate(ctx, orderId);
  if (certificate.state === "cancelled") return null;
  // Loaded here, so that whoever only serves kept documents never loads the renderer.
  const { renderCertificatePdf } = await import("./certificate-pdf");
  const bytes = await renderCertificatePdf(certificate);
  if (certificate.state === "fulfilled") {
    const document = { contentType: "application/pdf", bytes };
    const stored = await store.put(key, document).catch(unlessUnavailable(ctx));
    if (stored) return finalPdf(stored);
  }
  return { bytes, digest: sha256(bytes).toString("hex"), isFinal: false };
}
