import { currentCaller } from "#core/caller";
import { FairQueue, tooBusy, tooMany } from "#core/fair-queue";
import { oncePerProcess } from "#core/once-per-process";
import {
  type ImageKind,
  imageKinds,
  kindOfBytes,
  kindOfContentType,
  type LogoSize,
  NotAnImage,
} from "./image-kinds";
import { type Drawable, drawApart, TOO_MANY_PICTURES } from "./run-decoder";

const MAX_BYTES = 5 * 1024 * 1024;
const WHOLE_LOGO: LogoSize = { width: 1024, height: 1024 };
/** Three times the largest size on a page, for sharp screens. */
const SMALL_LOGO: LogoSize = { width: 480, height: 144, colors: 128 };
/**
 * Two decoders use both cores of a small machine. One client has one of them, so a client whose images
 * take as long as they may delays only itself. Few wait, because each keeps a request open.
 */
export const decoders = oncePerProcess(
  "image-decoders",
  () =>
    new FairQueue({
      ...{ atOnce: 2, atOncePerClient: 1, waiting: 16, waitingPerClient: 8, waitMs: 60_000 },
      refusal: (isOwnFault) =>
        isOwnFault ? tooMany("Too many images of yours are waiting.") : tooBusy(TOO_MANY_PICTURES),
    }),
);

export interface ImageInput {
  /** As sent by the client; must match the bytes. */
  contentType: string;
  /** At most 5 MiB. */
  bytes: Uint8Array;
}

export interface PngImage extends PlainPng {
  contentType: "image/png";
}

function kindOf({ contentType, bytes }: ImageInput): ImageKind {
  const declared = kindOfContentType(contentType);
  if (!declared) throw new NotAnImage("must be a PNG, JPEG, WebP or SVG image");
  if (bytes.length === 0) throw new NotAnImage("is empty");
  if (bytes.length > MAX_BYTES) throw new NotAnImage("is larger than 5 MiB");
  const actual = kindOfBytes(bytes);
  if (actual === declared) return declared;
  const { label, contentType: sentAs } = imageKinds[declared];
  if (!actual || actual === "svg") throw new NotAnImage(`is not a readable ${label} image`);
  throw new NotAnImage(`is a ${imageKinds[actual].label} image, but was sent as ${sentAs}`);
}

function decode(image: Drawable): Promise<Buffer> {
  return decoders.run(currentCaller(), () => drawApart(image));
}

async function drawLogo(input: ImageInput, logo: LogoSize): Promise<PngImage> {
  const kind = kindOf(input);
  const response = await decode({ kind, drawing: { logo }, bytes: input.bytes });
  // A hostile image may have taken over the decoder, so its output is checked.
  const png = plainPng(response);
  if (!png || png.widthPx > logo.width || png.heightPx > logo.height) {
    throw new Error("the image decoder returned something other than a small PNG");
  }
  return { contentType: "image/png", ...png };
}

/**
 * Redraws an image as an sRGB PNG of at most 1024 px on its longer side, upright, without metadata,
 * first frame only. Only SVGs are enlarged. Two images of different clients run at once, each in its
 * own process. @throws NotAnImage with what is wrong; Problem unavailable if too many wait
 */
export function reencodeImage(input: ImageInput): Promise<PngImage> {
  return drawLogo(input, WHOLE_LOGO);
}

/**
 * Redraws a logo for pages, as `reencodeImage` does: at most 480 by 144 px, in 128 colors.
 * @throws NotAnImage with what is wrong; Problem unavailable if too many wait
 */
export function shrinkLogo(input: ImageInput): Promise<PngImage> {
  return drawLogo(input, SMALL_LOGO);
}

/** Signature, size and format of a file that consists of one lossy frame. */
function isPlainWebp(bytes: Buffer): boolean {
  const isFile = bytes.toString("latin1", 0, 4) === "RIFF" && bytes.length >= 30;
  if (!isFile || bytes.toString("latin1", 8, 16) !== "WEBPVP8 ") return false;
  const [fileBytes, frameBytes] = [bytes.readUInt32LE(4), bytes.readUInt32LE(16)];
  return fileBytes + 8 === bytes.length && frameBytes + (frameBytes % 2) + 20 === bytes.length;
}

/**
 * Redraws an image as a WebP of this width, cut to 3:2, as `reencodeImage` does. @throws NotAnImage
 * with what is wrong; Problem unavailable if too many wait
 */
export async function resizePicture(
  input: ImageInput,
  width: number,
): Promise<{ contentType: "image/webp"; bytes: Buffer }> {
  const kind = kindOf(input);
  const bytes = await decode({ kind, drawing: { picture: { width } }, bytes: input.bytes });
  if (!isPlainWebp(bytes))
    throw new Error("the image decoder returned something other than a WebP");
  return { contentType: "image/webp", bytes };
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PIXELS = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
const WHOLE = /^IHDR (PLTE )?(tRNS )?(IDAT )+IEND$/;
/** Length, name and checksum of a chunk. */
const FRAME_BYTES = 12;

export interface PlainPng {
  bytes: Buffer;
  widthPx: number;
  heightPx: number;
}

interface Chunk {
  name: string;
  bytes: Buffer;
}

/** Returns all chunks in order, or null if the bytes are not exactly one PNG. */
export function pngChunks(bytes: Buffer): Chunk[] | null {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) return null;
  const chunks: Chunk[] = [];
  let at = 8;
  while (at + FRAME_BYTES <= bytes.length) {
    const end = at + FRAME_BYTES + bytes.readUInt32BE(at);
    const name = bytes.toString("latin1", at + 4, at + 8);
    chunks.push({ name, bytes: bytes.subarray(at, end) });
    at = end;
  }
  return at === bytes.length ? chunks : null;
}

/** Returns the PNG with only the chunks that make up its pixels, or null if it is incomplete. */
function plainPng(bytes: Buffer): PlainPng | null {
  const chunks = pngChunks(bytes)?.filter(({ name }) => PIXELS.has(name));
  if (!chunks || !WHOLE.test(chunks.map(({ name }) => name).join(" "))) return null;
  const [header] = chunks;
  if (header?.bytes.length !== FRAME_BYTES + 13) return null;
  return {
    bytes: Buffer.concat([SIGNATURE, ...chunks.map((chunk) => chunk.bytes)]),
    widthPx: header.bytes.readUInt32BE(8),
    heightPx: header.bytes.readUInt32BE(12),
  };
}
