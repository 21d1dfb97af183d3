import type { Language } from "#core/language";
import { makePrintable } from "#pdf";
import type { CertificateResource } from "./resource";
import { displayAddress } from "./rules";
import { originalNamesOf } from "./translated-projects";

/** The seller, in the head of the document. */
export interface PdfOwner {
  name: string;
  legalName: string | null;
  /** Color like "#0d5c41"; null: the default. */
  accent: string | null;
  /** A PNG. */
  logo: Buffer | null;
}

/** The record with printable texts. Link targets are unchanged. */
export interface Drawn extends CertificateResource {
  owner: Pick<PdfOwner, "name" | "legalName"> | null;
  language: Language;
  /** Of projects whose name is translated, by ID. */
  originalNames: Readonly<Record<string, string>>;
  /** Beneficiary's website without its scheme. */
  address: string | null;
  /** Font families that the texts need, in order of preference. */
  families: string[];
  /** True if the texts are so long that ten projects only fit on two pages in small type. */
  isDense: boolean;
  /** True if any character is replaced by a box. */
  isLacking: boolean;
}

const DENSE = 600;

interface Rendering {
  owner: PdfOwner | null;
  language: Language;
  originals: CertificateResource["projects"];
}

/** Reads the fonts that the record needs and makes its texts printable. */
export async function drawnOf(
  certificate: CertificateResource,
  { owner: from, language, originals }: Rendering,
): Promise<Drawn> {
  const { url } = certificate.beneficiary;
  const address = url === null ? null : displayAddress(url);
  const owner = from && { name: from.name, legalName: from.legalName };
  const originalNames = Object.fromEntries(originalNamesOf(originals, certificate.projects));
  const original = { ...certificate, originalNames, address, owner };
  const { value: drawn, families, isLacking } = await makePrintable(original);
  const { beneficiary, seller, description } = drawn;
  const long = [beneficiary.name, beneficiary.message, drawn.address, seller.name, description];
  return { ...drawn, language, families, isLacking, isDense: long.join("").length > DENSE };
}
