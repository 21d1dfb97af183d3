import type { Context } from "#core/context";
import { sha256 } from "#core/crypto";
import { appUrl } from "#core/env";
import type { Language } from "#core/language";
import { findLogoAt } from "#domain/accounts";
import type { Brand } from "#domain/brands";
import type { PdfOwner } from "./certificate-pdf-text";
import type { CertificateResource } from "./resource";

/** Increment it with each change to the document, so that stored documents are rendered again. */
const LAYOUT = 9;

interface Rendering {
  brand: Brand;
  language: Language;
  /** Signs the attached record: a document is rendered again after its key was withdrawn. */
  keyId: string;
  /** Texts of projects that are translated in it. */
  translations: readonly string[];
}

/** Key of the document. It names all that it depends on, and belongs to one revision. */
export function pdfKey(
  certificate: CertificateResource,
  { brand, keyId, language, translations }: Rendering,
): string {
  const { order_id: orderId, revision } = certificate;
  const { name, legalName, accent, logoUrl } = brand;
  const parts = JSON.stringify([
    appUrl(),
    keyId,
    name,
    legalName,
    accent,
    logoUrl,
    ...translations,
  ]);
  const digest = sha256(parts).toString("hex").slice(0, 8);
  return `certificates/${orderId}/layout-${LAYOUT}-${digest}-${language}-revision-${revision}.pdf`;
}

/** The publisher as the document shows it. */
export async function ownerOf(
  ctx: Context,
  { name, legalName, accent, logoUrl }: Brand,
): Promise<PdfOwner> {
  const logo = await findLogoAt(ctx, logoUrl);
  return { name, legalName, accent, logo: logo ? Buffer.from(logo.bytes) : null };
}
