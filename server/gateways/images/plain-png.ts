// The outside of a PNG: what it is made of, and the same without all that is no pixel.

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

/** All chunks in their order, or null where the bytes are not one PNG from start to end. */
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

/** The PNG with the chunks that make its pixels and no other; null where it is not whole. */
export function plainPng(bytes: Buffer): PlainPng | null {
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
