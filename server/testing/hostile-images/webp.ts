// WebPs that are broken, decompress to far more than their size, or carry other content.
import sharp from "sharp";
import { type HostileImage, MARK, webp } from "./sample";

const SCRIPT = `<script>alert("${MARK}")</script>`;
const ANIMATED = 0x02;
const MAX_SIDE = 16_384;

function chunk(name: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  const padding = Buffer.alloc(data.length % 2);
  return Buffer.concat([Buffer.from(name), length, data, padding]);
}

function file(...chunks: Buffer[]): Buffer {
  return chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...chunks]));
}

function uint24(value: number): Buffer {
  return Buffer.of(value & 255, (value >> 8) & 255, (value >> 16) & 255);
}

function extended(flags: number, width: number, height: number): Buffer {
  const sides = [uint24(width - 1), uint24(height - 1)];
  return chunk("VP8X", Buffer.concat([Buffer.of(flags, 0, 0, 0), ...sides]));
}

function frame(picture: Buffer, width: number, height: number): Buffer {
  const place = [0, 0, width - 1, height - 1, 40].map(uint24);
  return chunk("ANMF", Buffer.concat([...place, Buffer.of(0), picture]));
}

/** A lossless header that claims these dimensions, followed by as little data as possible. */
function claimed(width: number, height: number): Buffer {
  const bits = Buffer.alloc(5);
  bits[0] = 0x2f;
  bits.writeUInt32LE((((height - 1) << 14) | (width - 1)) >>> 0, 1);
  return chunk("VP8L", Buffer.concat([bits, Buffer.from("8888fe07", "hex"), Buffer.alloc(9)]));
}

async function pictures() {
  const make = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 4, background: "#ff000080" } });
  const lossless = await make(64).webp({ lossless: true }).toBuffer();
  const lossy = await make(64).flatten().webp().toBuffer();
  const large = await make(4999).webp({ lossless: true }).toBuffer();
  // The chunk of a plain picture follows the RIFF header.
  return {
    lossless,
    large,
    losslessChunk: lossless.subarray(12),
    lossyChunk: lossy.subarray(12),
  };
}

type Pictures = Awaited<ReturnType<typeof pictures>>;

function broken({ lossless }: Pictures): HostileImage[] {
  const short = Buffer.from(lossless);
  short.writeUInt32LE(0xfffffff0, 4);
  return [
    webp("refused", "a signature alone", lossless.subarray(0, 12)),
    webp("refused", "half of the lossless pixels", lossless.subarray(0, lossless.length - 12)),
    webp("refused", "no pixels", file(extended(0, 64, 64))),
    webp("refused", "noise for pixels", file(chunk("VP8L", Buffer.alloc(999, MARK)))),
    webp("refused", "a length beyond the file", short),
    webp("refused", "a film", Buffer.from(`RIFF\x99\0\0\0AVI ${MARK}`, "latin1")),
    webp("refused", "a PNG", Buffer.from(`\x89PNG\r\n\x1a\n${MARK}`, "latin1")),
  ];
}

function bombs({ losslessChunk, large }: Pictures): HostileImage[] {
  const animation = chunk("ANIM", Buffer.alloc(6));
  const frames = (count: number) => Array<Buffer>(count).fill(frame(losslessChunk, 64, 64));
  return [
    webp("refused", "16384 by 16384 pixels that are not there", file(claimed(MAX_SIDE, MAX_SIDE))),
    webp(
      "refused",
      "a canvas of 16 million by 16 million",
      file(extended(0, 2 ** 24, 2 ** 24), losslessChunk),
    ),
    webp(
      "refused",
      "an animation on a huge canvas",
      file(extended(ANIMATED, MAX_SIDE, MAX_SIDE), animation, ...frames(2)),
    ),
    webp(
      "drawn",
      "ten thousand frames",
      file(extended(ANIMATED, 64, 64), animation, ...frames(10_000)),
    ),
    webp(
      "drawn",
      "thousands of frames on a large canvas",
      file(extended(ANIMATED, 4999, 4999), animation, ...frames(5000)),
    ),
    webp("refused", "an animation without frames", file(extended(ANIMATED, 64, 64), animation)),
    webp("drawn", "a large picture in a few bytes", large),
    webp(
      "refused",
      "a canvas larger than its picture",
      file(extended(0, 4000, 4000), losslessChunk),
    ),
  ];
}

function carriers({ lossless, lossyChunk }: Pictures): HostileImage[] {
  const noted = (flags: number, name: string, text: string) =>
    file(extended(flags, 64, 64), lossyChunk, chunk(name, Buffer.from(text)));
  return [
    webp("drawn", "a script in Exif", noted(0x08, "EXIF", `MM\0*\0\0\0\x08${SCRIPT}`)),
    webp("drawn", "a script in XMP", noted(0x04, "XMP ", SCRIPT)),
    webp(
      "drawn",
      "a broken profile",
      file(extended(0x20, 64, 64), chunk("ICCP", Buffer.from(MARK)), lossyChunk),
    ),
    webp("drawn", "an unknown chunk", noted(0, "EVIL", SCRIPT)),
    webp(
      "drawn",
      "an archive after the end",
      Buffer.concat([lossless, Buffer.from(`PK\x03\x04${MARK}`)]),
    ),
    webp(
      "drawn",
      "a page after the end",
      Buffer.concat([lossless, Buffer.from(`<html>${SCRIPT}`)]),
    ),
  ];
}

export async function hostileWebps(): Promise<HostileImage[]> {
  const plain = await pictures();
  return [...broken(plain), ...bombs(plain), ...carriers(plain)];
}
