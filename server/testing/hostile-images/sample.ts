/** Text in hostile files that must not appear in anything made from them. */
export const MARK = "carbonTillCanary7f3a91";

/** Receives requests of pictures that load something. */
export interface Canary {
  /** HTTP URL on loopback. */
  httpUrl: string;
  /** https URL of a plain TCP port on loopback. */
  tcpUrl: string;
  /** Path of a picture in one color. */
  markerFile: string;
  markerUrl: string;
}

export interface HostileImage {
  name: string;
  contentType: string;
  bytes: Buffer;
  /** "refused": must be rejected; "drawn": must become a picture without the harmful content. */
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

/** SVG document of 100 units around the content. */
export function svgDocument(content: string, attributes = ""): string {
  return `<svg ${NAMESPACES} viewBox="0 0 100 100" ${attributes}>${content}<desc>${MARK}</desc></svg>`;
}
