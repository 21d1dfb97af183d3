// What a hostile picture is, and how its makers write one down.

/** A text that hostile files carry, and that nothing made from them may contain. */
export const MARK = "carbonTillCanary7f3a91";

/** Where a picture that loads something is noticed. */
export interface Canary {
  /** An HTTP address on loopback. */
  httpUrl: string;
  /** A bare TCP port on loopback, as an https address. */
  tcpUrl: string;
  /** The path of a picture that is all in one colour. */
  markerFile: string;
  markerUrl: string;
}

export interface HostileImage {
  name: string;
  contentType: string;
  bytes: Buffer;
  /** Whether it must be refused, or becomes a picture with the harm left out. */
  outcome: "refused" | "drawn";
}

type Outcome = HostileImage["outcome"];

function sampleOf(contentType: string) {
  return (outcome: Outcome, name: string, content: string | Uint8Array): HostileImage => ({
    name,
    contentType,
    bytes: Buffer.from(content),
    outcome,
  });
}

export const svg = sampleOf("image/svg+xml");
export const png = sampleOf("image/png");
export const jpeg = sampleOf("image/jpeg");
export const webp = sampleOf("image/webp");

const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

/** An SVG document of 100 units around the content. */
export function svgDocument(content: string, attributes = ""): string {
  return `<svg ${NAMESPACES} viewBox="0 0 100 100" ${attributes}>${content}<desc>${MARK}</desc></svg>`;
}
