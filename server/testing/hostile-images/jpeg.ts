// JPEGs that are broken, cause endless work, or carry other content.
import sharp from "sharp";
import { type HostileImage, jpeg, MARK } from "./sample";

const SCRIPT = `<script>alert("${MARK}")</script>`;
const START_OF_SCAN = Buffer.of(0xff, 0xda);
const END = Buffer.of(0xff, 0xd9);

function plain(side: number, progressive = false): Promise<Buffer> {
  const create = { width: side, height: side, channels: 3, background: "red" } as const;
  return sharp({ create }).jpeg({ progressive, mozjpeg: false }).toBuffer();
}

function segment(marker: number, data: Uint8Array): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  return Buffer.concat([Buffer.of(0xff, marker), length, data]);
}

/** Inserts segments right after the file's start. */
function withSegments(base: Buffer, ...segments: Buffer[]): Buffer {
  return Buffer.concat([base.subarray(0, 2), ...segments, base.subarray(2)]);
}

/** Changes the size in the frame header. */
function resized(base: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(base);
  const frame = Math.max(bytes.indexOf("ffc0", "hex"), bytes.indexOf("ffc2", "hex"));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

/** Repeats the last scan. */
function withScans(base: Buffer, count: number): Buffer {
  const last = base.subarray(base.lastIndexOf(START_OF_SCAN), -2);
  return Buffer.concat([base.subarray(0, -2), ...Array<Buffer>(count).fill(last), END]);
}

function broken(small: Buffer): HostileImage[] {
  const scan = small.indexOf(START_OF_SCAN);
  const quantisation = small.indexOf("ffdb", 0, "hex");
  const huffman = small.indexOf("ffc4", 0, "hex");
  return [
    jpeg("refused", "a signature alone", small.subarray(0, 3)),
    jpeg("refused", "half a header", small.subarray(0, 100)),
    jpeg("refused", "no scan", Buffer.concat([small.subarray(0, scan), END])),
    jpeg("refused", "half a scan", small.subarray(0, scan + 16)),
    jpeg("refused", "no width", resized(small, 0, 64)),
    jpeg(
      "refused",
      "no tables",
      Buffer.concat([small.subarray(0, quantisation), small.subarray(scan)]),
    ),
    jpeg(
      "refused",
      "a table that overflows",
      Buffer.from(small).fill(0xff, huffman + 5, huffman + 21),
    ),
    jpeg(
      "refused",
      "a segment longer than the file",
      withSegments(small.subarray(0, 300), Buffer.from("ffe1ffff", "hex")),
    ),
  ];
}

async function bombs(small: Buffer): Promise<HostileImage[]> {
  const progressive = await plain(64, true);
  const large = await plain(4096, true);
  return [
    jpeg("refused", "65500 by 65500 pixels", resized(small, 65_500, 65_500)),
    jpeg("drawn", "far more pixels than there are", resized(small, 5000, 5000)),
    jpeg("refused", "thousands of scans", withScans(progressive, 5000)),
    jpeg("refused", "thousands of scans of a large picture", withScans(large, 200)),
    jpeg(
      "drawn",
      "thousands of comments",
      withSegments(small, ...Array<Buffer>(5000).fill(segment(0xfe, Buffer.from(SCRIPT)))),
    ),
    jpeg(
      "drawn",
      "five megabytes of notes",
      withSegments(small, ...Array<Buffer>(79).fill(segment(0xe1, Buffer.alloc(65_000, MARK)))),
    ),
  ];
}

async function carriers(small: Buffer): Promise<HostileImage[]> {
  const note = (marker: number, text: string) =>
    withSegments(small, segment(marker, Buffer.from(text, "latin1")));
  const create = { width: 20, height: 10, channels: 3, background: "red" } as const;
  const turned = await sharp({ create })
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Copyright: SCRIPT, Artist: MARK } })
    .jpeg()
    .toBuffer();
  const xmp = `http://ns.adobe.com/xap/1.0/\0<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><x:xmpmeta>&e;${SCRIPT}</x:xmpmeta>`;
  const zip = Buffer.from(`PK\x03\x04${MARK}PK\x05\x06${"\0".repeat(18)}`, "latin1");
  return [
    jpeg("drawn", "a script in a comment", note(0xfe, SCRIPT)),
    jpeg("drawn", "a script in Exif", turned),
    jpeg("drawn", "broken Exif", note(0xe1, `Exif\0\0MM\0*\xff\xff\xff\xff${MARK}`)),
    jpeg(
      "drawn",
      "Exif that goes in circles",
      note(0xe1, `Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\x08${MARK}`),
    ),
    jpeg("drawn", "an external entity in XMP", note(0xe1, xmp)),
    jpeg("drawn", "a broken profile", note(0xe2, `ICC_PROFILE\0\x01\x01${MARK}`)),
    jpeg("drawn", "a script between the marks", note(0xe0, `JFIF\0*/=alert("${MARK}");/*`)),
    jpeg("drawn", "an archive after the end", Buffer.concat([small, zip])),
    jpeg("drawn", "a page after the end", Buffer.concat([small, Buffer.from(`<html>${SCRIPT}`)])),
  ];
}

export async function hostileJpegs(): Promise<HostileImage[]> {
  const small = await plain(64);
  const misnamed = [
    jpeg("refused", "a GIF that is also an archive", `GIF89a${MARK}PK\x03\x04`),
    jpeg("refused", "a page", `<html>${SCRIPT}</html>`),
    jpeg("refused", "a PNG", await sharp(small).png().toBuffer()),
  ];
  return [...broken(small), ...(await bombs(small)), ...(await carriers(small)), ...misnamed];
}
