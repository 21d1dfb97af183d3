// The kinds of picture that are taken, and how the first bytes tell them apart.

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
