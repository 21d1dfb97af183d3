// The record's texts as its PDF shows them, with the fonts that draw them.
import { openFonts } from "./certificate-pdf-fonts";
import { MISSING, plain, printable } from "./certificate-pdf-words";
import type { CertificateResource } from "./resource";
import { shownAddress } from "./rules";

/** The record as it is drawn. Addresses that links lead to stay what they are. */
export interface Drawn extends CertificateResource {
  /** The beneficiary's website as people read it; null where there is none. */
  address: string | null;
  /** The font families that its texts need, in the order in which they are tried. */
  families: string[];
  /** Whether its texts are so long that ten projects fit two pages in small type only. */
  isDense: boolean;
  /** Whether a box stands for any character. */
  isLacking: boolean;
}

const DENSE = 600;

/** The value with each text in it changed, save the addresses. */
function withTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === "string") return change(value) as Value;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, change)) as Value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    key.endsWith("url") ? item : withTexts(item, change),
  ]);
  return Object.fromEntries(entries);
}

/** Reads the fonts that the record needs, and makes its texts ready for them. */
export async function drawnOf(certificate: CertificateResource): Promise<Drawn> {
  const { url } = certificate.beneficiary;
  const address = url === null ? null : shownAddress(url);
  const { families, canDraw } = await openFonts(textsIn({ certificate, address }));
  let isLacking = false;
  const drawn = withTexts({ ...certificate, address }, (text) => {
    const shown = printable(text, canDraw);
    isLacking ||= shown.includes(MISSING);
    return shown;
  });
  const { beneficiary, seller, description } = drawn;
  const long = [beneficiary.name, beneficiary.message, drawn.address, seller.name, description];
  return { ...drawn, families, isLacking, isDense: long.join("").length > DENSE };
}

/** All texts in the value, as they are to be drawn. */
function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  withTexts(value, (text) => {
    texts.push(plain(text));
    return text;
  });
  return texts;
}
