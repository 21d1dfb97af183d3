import type { Context } from "#core/context";
import { sha256 } from "#core/crypto";
import { Problem } from "#core/errors";
import type { Language } from "#core/language";
import { findBrand } from "#domain/brands";
import { findOrderVersion } from "#domain/orders";
import { OutdatedContent, type StoredFile } from "#gateways/files";
import { documentsOf } from "./certificate-files";
import type { PdfOptions } from "./certificate-pdf";
import { ownerOf, pdfKey } from "./certificate-pdf-key";
import {
  type InLanguage,
  inLanguage,
  requireCertificate,
  type SignedCertificate,
  withPresentFacts,
} from "./get-certificate";
import type { CertificateResource } from "./resource";
import { signatureOf } from "./sign-certificate";
import { ensureSigningKey } from "./signing-keys";
import { translationsBetween } from "./translated-projects";

export interface CertificatePdf {
  bytes: Uint8Array;
  revision: number;
  /** Names the revision of the certificate and the bytes. */
  etag: string;
  /** False if the order is placed or the document is not stored: then each response can differ. */
  isFinal: boolean;
}

function etagOf({ revision }: CertificateResource, digest: Uint8Array): string {
  return `"r${revision}-${Buffer.from(digest).toString("hex")}"`;
}

function finalPdf(certificate: CertificateResource, stored: StoredFile): CertificatePdf {
  const { revision } = certificate;
  return { bytes: stored.bytes, revision, etag: etagOf(certificate, stored.sha256), isFinal: true };
}

/** Logs an unavailable store and returns null, because the document can be rendered again. */
function unlessUnavailable(ctx: Context): (error: unknown) => null {
  return (error) => {
    if (!(error instanceof Problem) || error.code !== "unavailable") throw error;
    ctx.log.warn(
      { event: "certificate.pdf_not_stored", err: error.cause ?? error },
      "file storage unavailable; created the certificate's PDF without storing it",
    );
    return null;
  };
}

/** Renders samples until `awaitTurn`, which is awaited before each, returns false. */
export async function renderSampleCertificates(awaitTurn: () => Promise<boolean>): Promise<void> {
  const { renderSamples } = await import("./certificate-pdf-sample");
  await renderSamples(awaitTurn);
}

type RenderPdf = (certificate: SignedCertificate, options: PdfOptions) => Promise<Uint8Array>;

/** Renders the PDF in this process. */
export const renderPdf: RenderPdf = async (certificate, options) => {
  // Imported on demand, so that processes that only serve stored documents do not load it.
  const { renderCertificatePdf } = await import("./certificate-pdf");
  return renderCertificatePdf(certificate, options);
};

/**
 * Returns the PDF of the certificate's current revision, or null if the order is cancelled. Renders
 * it for each request while the store is unavailable.
 * @throws notFound if no order has the ID
 */
export async function getCertificatePdf(
  ctx: Context,
  orderId: string,
): Promise<CertificatePdf | null> {
  return getCertificatePdfBy(ctx, { orderId, render: renderPdf });
}

/** As `getCertificatePdf`, in any language. */
export async function getCertificatePdfIn(
  ctx: Context,
  input: InLanguage,
): Promise<CertificatePdf | null> {
  return getCertificatePdfBy(ctx, { ...input, render: renderPdf });
}

interface RenderedBy {
  orderId: string;
  language?: Language;
  render: RenderPdf;
}

/** As `getCertificatePdf`, with any renderer. */
export async function getCertificatePdfBy(
  ctx: Context,
  input: RenderedBy,
): Promise<CertificatePdf | null> {
  return withPresentFacts(() => findOrRenderPdf(ctx, input));
}

async function findOrRenderPdf(
  ctx: Context,
  { orderId, language = "en", render }: RenderedBy,
): Promise<CertificatePdf | null> {
  const certified = await requireCertificate(ctx, orderId);
  const { certificate, order } = certified;
  if (certificate.state === "cancelled") return null;
  const isFinal = certificate.state === "fulfilled";
  const store = isFinal ? documentsOf(ctx.db, order) : null;
  const [brand, signingKey, { certificate: translated }] = await Promise.all([
    findBrand(ctx, order.owner),
    ensureSigningKey(ctx),
    inLanguage(ctx, { ...certified, language }),
  ]);
  const translations = translationsBetween(certificate.projects, translated.projects);
  const key = pdfKey(certificate, { brand, language, keyId: signingKey.id, translations });
  const stored = await store?.find(key).catch(unlessUnavailable(ctx));
  if (stored) return finalPdf(certificate, stored);
  const signature = isFinal ? signatureOf(certificate, signingKey) : null;
  const options = { owner: await ownerOf(ctx, brand), language, translated };
  const bytes = await render({ ...certificate, signature }, options);
  // A bucket stores any document, so the name is compared again just before.
  const now = store && (await findOrderVersion(ctx, orderId));
  if (now && now.beneficiaryName !== (order.beneficiary?.name ?? null)) throw new OutdatedContent();
  const document = { contentType: "application/pdf", bytes };
  const written = await store?.put(key, document).catch(unlessUnavailable(ctx));
  if (written) return finalPdf(certificate, written);
  const { revision } = certificate;
  return { bytes, revision, etag: etagOf(certificate, sha256(bytes)), isFinal: false };
}
