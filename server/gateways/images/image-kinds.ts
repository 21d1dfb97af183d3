// Supported image formats, and the protocol of the decoder.
export const imageKinds = {
  png: { contentType: "image/png", label: "PNG" },
  jpeg: { contentType: "image/jpeg", label: "JPEG" },
  webp: { contentType: "image/webp", label: "WebP" },
  svg: { contentType: "image/svg+xml", label: "SVG" },
} as const;

export type ImageKind = keyof typeof imageKinds;

const NAMES = Object.keys(imageKinds) as ImageKind[];
const SIGNATURES: Readonly<Record<Exclude<ImageKind, "svg">, RegExp>> = {
  png: /^89504e470d0a1a0a/,
  jpeg: /^ffd8ff/,
  webp: /^52494646.{8}57454250/,
};
/** "<" in UTF-8 or UTF-16, after a byte order mark and white space. */
const MARKUP = /^(efbbbf|fffe|feff)?(09|0a|0d|20|00)*3c/;

/** Returns the kind of a Content-Type, ignoring its parameters. */
export function kindOfContentType(contentType: string): ImageKind | null {
  const plain = contentType.split(";")[0]?.trim().toLowerCase();
  return NAMES.find((kind) => imageKinds[kind].contentType === plain) ?? null;
}

/** Returns the kind by the first bytes; any markup counts as SVG until it is parsed. */
export function kindOfBytes(bytes: Uint8Array): ImageKind | null {
  const start = Buffer.from(bytes.subarray(0, 256)).toString("hex");
  if (MARKUP.test(start)) return "svg";
  return NAMES.find((kind) => kind !== "svg" && SIGNATURES[kind].test(start)) ?? null;
}

/** Everything is loaded; later failures are caused by the image. */
export const READY = 0x52;
/** The body is a PNG. */
export const DECODED = 0x44;
/** The body is the message of a NotAnImage. */
export const REFUSED = 0x4e;

/** The message says what is wrong with the image, follows its name, and is public. */
export class NotAnImage extends Error {
  override readonly name = "NotAnImage";
}

/** Sides in pixels that a logo must fit into. */
export interface LogoSize {
  width: number;
  height: number;
  /** At most this many, which makes the file small; all if undefined. */
  colors?: number;
}

/** A drawing of the decoder: a PNG, or a lossy picture of 3:2. */
export type Drawing = { logo: LogoSize } | { picture: { width: number } };
