// Tiles and entry bundles of c2sp.org/tlog-tiles.

export const TILE_WIDTH = 256;
export const MAX_ENTRY_BYTES = 32 * 1024;

/** Zero-padded elements of three digits, all but the last with an x: x001/x234/067. */
function indexPath(index: number): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/\d{3}/g) ?? [];
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join("/");
}

const partial = (width: number) => (width < TILE_WIDTH ? `.p/${width}` : "");

export function tilePath(level: number, index: number, width = TILE_WIDTH): string {
  return `tile/${level}/${indexPath(index)}${partial(width)}`;
}

export function entriesPath(index: number, width = TILE_WIDTH): string {
  return `tile/entries/${indexPath(index)}${partial(width)}`;
}

/** Hashes in the tile for a tree of this size; 0 if there is no such tile. */
export function tileWidth(level: number, index: number, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH));
}

/** Each entry after its length as a big-endian uint16. */
export function encodeBundle(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}

/** Returns null unless the bytes are exactly `width` entries. */
export function decodeBundle(bytes: Uint8Array, width: number): Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at + 2 <= bytes.length && entries.length < width) {
    const end = at + 2 + (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
    if (end > bytes.length) return null;
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries.length === width && at === bytes.length ? entries : null;
}
