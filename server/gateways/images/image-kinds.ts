// The kinds of picture that are taken, and what a decoder answers about one.
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

/** The kind that a Content-Type names, whatever its parameters. */
export function kindOfContentType(contentType: string): ImageKind | null {
  const plain = contentType.split(";")[0]?.trim().toLowerCase();
  return NAMES.find((kind) => imageKinds[kind].contentType === plain) ?? null;
}

/** The kind that the bytes begin like; any markup counts as SVG until it is read. */
export function kindOfBytes(bytes: Uint8Array): ImageKind | null {
  const start = Buffer.from(bytes.subarray(0, 256)).toString("hex");
  if (MARKUP.test(start)) return "svg";
  return NAMES.find((kind) => kind !== "svg" && SIGNATURES[kind].test(start)) ?? null;
}

/** Everything is loaded; what happens from here on is the picture's doing. */
export const READY = 0x52;
/** The body is a PNG. */
export const DECODED = 0x44;
/** The body is the message of a NotAnImage. */
export const REFUSED = 0x4e;

/** The message says what is wrong with the picture, follows its name, and may be shown to anybody. */
export class NotAnImage extends Error {
  override readonly name = "NotAnImage";
}
