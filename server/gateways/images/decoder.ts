// A program that reads an image from stdin and writes it as PNG to stdout. run-decoder.ts starts it
// with almost no permissions. Node runs this file directly, so its imports need extensions.
import { buffer } from "node:stream/consumers";
import sharp, { type Sharp } from "sharp";
import {
  DECODED,
  type Drawing,
  type ImageKind,
  imageKinds,
  type LogoSize,
  NotAnImage,
  READY,
  REFUSED,
} from "./image-kinds.ts";
import { selfContainedSvg } from "./self-contained-svg.ts";

const MAX_PIXELS = 25_000_000;
const SIDE_PX = 1024;
/** A hundred times the density at which an SVG's unit is one pixel: sizes are whole pixels. */
const MEASURED_DENSITY = 7200;
const LOADERS: Readonly<Record<ImageKind, string>> = {
  png: "VipsForeignLoadPngBuffer",
  jpeg: "VipsForeignLoadJpegBuffer",
  webp: "VipsForeignLoadWebpBuffer",
  svg: "VipsForeignLoadSvgBuffer",
};

const drawing = JSON.parse(process.argv[3] ?? "") as Drawing;

/** Opens the first frame; pixels are read later. */
function open(bytes: Buffer, options: { limitInputPixels: number | false; density?: number }) {
  return sharp(bytes, { failOn: "error", pages: 1, ...options });
}

/** Returns the density at which an SVG's longer side, as it was measured, has the target size. */
function densityFor(sidePx: number): number {
  return Math.min(100_000, Math.max(1, (MEASURED_DENSITY * SIDE_PX) / sidePx));
}

/** A picture of 3:2 for pages, in a lossy format. */
function asPicture(image: Sharp, width: number): Sharp {
  return image
    .resize({ width, height: Math.round((width * 2) / 3), fit: "cover" })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .webp({ quality: 72 });
}

/** A logo, as large as it is, within these sides. */
function asLogo(image: Sharp, { width, height, colors }: LogoSize): Sharp {
  return image
    .resize({ width, height, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .png(colors === undefined ? {} : { palette: true, colors });
}

async function draw(kind: ImageKind, bytes: Buffer): Promise<Buffer> {
  const measured = open(bytes, { limitInputPixels: false, density: MEASURED_DENSITY });
  const { format, width, height } = await measured.metadata();
  if (format !== kind) throw new Error(`is ${format}`);
  const density = kind === "svg" ? densityFor(Math.max(width, height)) : MEASURED_DENSITY;
  const scale = density / MEASURED_DENSITY;
  if (width * height * scale * scale > MAX_PIXELS) {
    throw new NotAnImage(`has more than ${MAX_PIXELS / 1_000_000} million pixels`);
  }
  const image = open(bytes, { limitInputPixels: MAX_PIXELS, density }).autoOrient();
  return (
    "logo" in drawing ? asLogo(image, drawing.logo) : asPicture(image, drawing.picture.width)
  ).toBuffer();
}

async function decode(kind: ImageKind): Promise<Buffer> {
  const bytes = await buffer(process.stdin);
  try {
    const image = kind === "svg" ? selfContainedSvg(bytes) : bytes;
    return Buffer.concat([Buffer.of(DECODED), await draw(kind, image)]);
  } catch (error) {
    const isRefusal = error instanceof NotAnImage;
    if (!isRefusal) process.stderr.write(`${error}\n`);
    const plain = `is not a readable ${imageKinds[kind].label} image`;
    return Buffer.concat([Buffer.of(REFUSED), Buffer.from(isRefusal ? error.message : plain)]);
  }
}

const kind = process.argv[2] as ImageKind;
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: [LOADERS[kind]] });
process.stdout.write(Buffer.of(READY));
process.stdout.write(await decode(kind));
