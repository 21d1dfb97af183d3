// PNGs that are broken, decompress to far more than their size, or carry other content.
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { type HostileImage, MARK, png } from "./sample";

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const EMPTY = Buffer.alloc(0);

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

function chunk(name: string, data: Uint8Array = EMPTY, checksum?: number): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  return Buffer.concat([uint32(data.length), body, uint32(checksum ?? crc32(body))]);
}

interface Header {
  width: number;
  height: number;
  depth?: number;
  /** 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGBA. */
  color?: number;
  interlaced?: boolean;
}

function header({ width, height, depth = 8, color = 2, interlaced = false }: Header): Buffer {
  const rest = Buffer.of(depth, color, 0, 0, interlaced ? 1 : 0);
  return chunk("IHDR", Buffer.concat([uint32(width), uint32(height), rest]));
}

function file(...chunks: Uint8Array[]): Buffer {
  return Buffer.concat([SIGNATURE, ...chunks]);
}

function many(count: number, make: (index: number) => Buffer): Buffer {
  return Buffer.concat(Array.from({ length: count }, (_, index) => make(index)));
}

/** Zeros, compressed about a thousand to one. */
function zeros(bytes: number): Buffer {
  return deflateSync(Buffer.alloc(bytes), { level: 9 });
}

const END = chunk("IEND");
const SMALL = header({ width: 8, height: 8 });
/** Eight rows of eight red pixels, each after its filter byte. */
const ROWS = Buffer.concat(
  Array.from({ length: 8 }, () => Buffer.from(`00${"ff0000".repeat(8)}`, "hex")),
);
const PIXELS = chunk("IDAT", deflateSync(ROWS));
const GOOD = file(SMALL, PIXELS, END);

function withChunk(...chunks: Buffer[]): Buffer {
  return file(SMALL, ...chunks, PIXELS, END);
}

function broken(): HostileImage[] {
  const red = deflateSync(ROWS);
  const badRows = Buffer.from(ROWS).fill(9, 0, 1);
  const header31 = header({ width: 0x7fffffff, height: 0x7fffffff });
  return [
    png("refused", "a signature alone", SIGNATURE),
    png("refused", "a header alone", file(SMALL)),
    png("refused", "no pixels", file(SMALL, END)),
    png("refused", "half of the pixels", file(SMALL, PIXELS.subarray(0, 20))),
    png(
      "refused",
      "a wrong checksum of the header",
      file(Buffer.from(SMALL).fill(0, 24), PIXELS, END),
    ),
    png("refused", "a wrong checksum of the pixels", file(SMALL, chunk("IDAT", red, 1), END)),
    png("refused", "pixels that do not unpack", file(SMALL, chunk("IDAT", Buffer.from(MARK)), END)),
    png(
      "refused",
      "too few rows",
      file(SMALL, chunk("IDAT", deflateSync(ROWS.subarray(0, 50))), END),
    ),
    png("refused", "an unknown filter", file(SMALL, chunk("IDAT", deflateSync(badRows)), END)),
    png("refused", "no width", file(header({ width: 0, height: 8 }), PIXELS, END)),
    png("refused", "sides of two billion", file(header31, PIXELS, END)),
    png(
      "refused",
      "an unknown color type",
      file(header({ width: 8, height: 8, color: 7 }), PIXELS, END),
    ),
    png(
      "refused",
      "a chunk of four billion bytes",
      file(SMALL, uint32(0xffffffff), Buffer.from("IDAT"), red),
    ),
    png(
      "refused",
      "an unknown chunk that is critical",
      withChunk(chunk("EVIL", Buffer.from(MARK))),
    ),
    png("drawn", "no end", file(SMALL, PIXELS)),
  ];
}

function bombs(): HostileImage[] {
  const bomb = (sides: Header, bytes: number) =>
    file(header(sides), chunk("IDAT", zeros(bytes)), END);
  return [
    png(
      "refused",
      "30000 by 30000 pixels",
      bomb({ width: 30_000, height: 30_000, color: 0, depth: 1 }, 112_530_000),
    ),
    png(
      "drawn",
      "as many pixels as there may be",
      bomb({ width: 5000, height: 5000, color: 6, depth: 16, interlaced: true }, 200_100_000),
    ),
    png("drawn", "a line of 65535 pixels", bomb({ width: 65_535, height: 1 }, 196_606)),
    png("drawn", "a column of 65535 pixels", bomb({ width: 1, height: 65_535 }, 262_140)),
    png("refused", "a line of two billion pixels", bomb({ width: 2_000_000_000, height: 1 }, 1000)),
    png("drawn", "pixels that unpack to far too many", bomb({ width: 8, height: 8 }, 100_000_000)),
  ];
}

/** Large metadata, or metadata that claims to be large. */
function floods(): HostileImage[] {
  const large = zeros(100_000_000);
  const packed = (name: string, start: string) =>
    withChunk(chunk(name, Buffer.concat([Buffer.from(start), large])));
  const frame = (index: number) => [
    chunk("fcTL", Buffer.concat([...[index * 2, 8, 8, 0, 0].map(uint32), Buffer.alloc(6)])),
    chunk("fdAT", Buffer.concat([uint32(index * 2 + 1), deflateSync(ROWS)])),
  ];
  const frames = Array.from({ length: 5000 }, (_, index) => frame(index)).flat();
  return [
    png("drawn", "a packed text of 100 MB", packed("zTXt", "x\0\0")),
    png("drawn", "a packed profile of 100 MB", packed("iCCP", "x\0\0")),
    png("drawn", "an international text of 100 MB", packed("iTXt", "x\0\x01\0\0\0")),
    png(
      "drawn",
      "five thousand frames",
      file(SMALL, chunk("acTL", Buffer.concat([uint32(5000), uint32(0)])), PIXELS, ...frames, END),
    ),
    png(
      "drawn",
      "a hundred thousand texts",
      withChunk(many(100_000, (at) => chunk("tEXt", Buffer.from(`k${at}\0v`)))),
    ),
    png(
      "drawn",
      "a hundred thousand empty pieces",
      file(
        SMALL,
        many(100_000, () => chunk("IDAT")),
        PIXELS,
        END,
      ),
    ),
    png(
      "drawn",
      "a hundred thousand unknown chunks",
      withChunk(many(100_000, () => chunk("evIl", Buffer.from(MARK)))),
    ),
  ];
}

function carriers(): HostileImage[] {
  const script = `<script>alert("${MARK}")</script>`;
  const text = (name: string, data: string) => withChunk(chunk(name, Buffer.from(data, "latin1")));
  const zip = Buffer.from(`PK\x03\x04${MARK}PK\x05\x06${"\0".repeat(18)}`, "latin1");
  return [
    png("drawn", "a script in a text", text("tEXt", `Comment\0${script}`)),
    png(
      "drawn",
      "a script in an international text",
      text("iTXt", `XML:com.adobe.xmp\0\0\0\0\0${script}`),
    ),
    png("drawn", "a script in Exif", text("eXIf", `MM\0*\0\0\0\x08${script}`)),
    png("drawn", "a broken profile", text("iCCP", `${MARK}\0\0nothing`)),
    png(
      "drawn",
      "a profile that is a script",
      withChunk(chunk("iCCP", Buffer.concat([Buffer.from("x\0\0"), deflateSync(script)]))),
    ),
    png("drawn", "an archive after the end", Buffer.concat([GOOD, zip])),
    png("drawn", "a page after the end", Buffer.concat([GOOD, Buffer.from(`<html>${script}`)])),
    png("drawn", "an endless gamma", withChunk(chunk("gAMA", uint32(0xffffffff)))),
  ];
}

async function misnamed(): Promise<HostileImage[]> {
  const create = { width: 9, height: 9, channels: 3, background: "red" } as const;
  const image = () => sharp({ create });
  return [
    png("refused", "a JPEG", await image().jpeg().toBuffer()),
    png("refused", "a WebP", await image().webp().toBuffer()),
    png("refused", "a GIF", await image().gif().toBuffer()),
    png("refused", "a TIFF", await image().tiff().toBuffer()),
    png("refused", "an AVIF", await image().avif({ effort: 0 }).toBuffer()),
    png(
      "refused",
      "an SVG",
      `<svg xmlns="http://www.w3.org/2000/svg"><script>${MARK}</script></svg>`,
    ),
    png("refused", "a PDF", `%PDF-1.7\n${MARK}`),
    png("refused", "an archive", `PK\x03\x04${MARK}`),
    png("refused", "nothing", ""),
    png("refused", "more than 5 MiB", withChunk(chunk("teSt", Buffer.alloc(5 * 1024 * 1024)))),
  ];
}

export async function hostilePngs(): Promise<HostileImage[]> {
  return [...broken(), ...bombs(), ...floods(), ...carriers(), ...(await misnamed())];
}
