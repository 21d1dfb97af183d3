// A log as files of c2sp.org/tlog-tiles, in a folder or at a URL.
import fs from "node:fs/promises";
import path from "node:path";
import { parseCheckpoint, type SignedCheckpoint } from "./checkpoint.js";
import { FormatError, parseVerifierKey, type VerifierKey, verifyNote } from "./note.js";
import { decodeBundle, entriesPath, TILE_WIDTH, tilePath, tileWidth } from "./tile.js";

/** Returns null for a missing file. */
export type ReadFile = (path: string) => Promise<Buffer | null>;

const TIMEOUT_MS = 30_000;
/** A bundle of 256 entries that are as long as their prefix can say. */
const MAX_FILE_BYTES = 256 * (2 + 0xffff);
/** Bundles that are read ahead of the one in use. */
const READ_AHEAD = 8;

async function readBounded({ body, url }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > MAX_FILE_BYTES) throw new FormatError(`${url} is larger than a bundle.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function openLog(place: string): ReadFile {
  if (!/^https?:\/\//.test(place)) {
    return async (file) => {
      const isMissing = (error: NodeJS.ErrnoException) => error.code === "ENOENT";
      return fs.readFile(path.join(place, file)).catch((error) => {
        if (isMissing(error)) return null;
        throw error;
      });
    };
  }
  const base = place.replace(/\/*$/, "/");
  return async (file) => {
    const response = await fetch(base + file, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status === 404) return null;
    if (!response.ok) throw new FormatError(`${base}${file} responds with ${response.status}.`);
    return readBounded(response);
  };
}

/** Keys that the log lists, the current one first. They are not authenticated. */
export async function readKeys(read: ReadFile): Promise<VerifierKey[]> {
  const text = String((await read("keys")) ?? "");
  return text.split("\n").filter(Boolean).map(parseVerifierKey);
}

export async function readCheckpoint(read: ReadFile): Promise<SignedCheckpoint> {
  const bytes = await read("checkpoint");
  if (!bytes) throw new FormatError("No log here: there is no checkpoint.");
  return parseCheckpoint(bytes.toString());
}

/** Returns the key that signed; null if it is a checkpoint of another log. */
export function signerOfCheckpoint(
  { origin, note }: SignedCheckpoint,
  keys: readonly VerifierKey[],
): VerifierKey | null {
  const logKeys = keys.filter(({ name, isCosigner }) => name === origin && !isCosigner);
  return verifyNote(note, logKeys)[0] ?? null;
}

/** A partial file may be gone once the full one exists. */
async function readWidth(read: ReadFile, toPath: (width: number) => string, width: number) {
  const bytes = await read(toPath(width));
  if (bytes || width === TILE_WIDTH) return { bytes, width };
  return { bytes: await read(toPath(TILE_WIDTH)), width: TILE_WIDTH };
}

async function readBundle(read: ReadFile, index: number, size: number) {
  const expected = tileWidth(0, index, size);
  const { bytes, width } = await readWidth(read, (it) => entriesPath(index, it), expected);
  return bytes && (decodeBundle(bytes, width)?.slice(0, expected) ?? null);
}

/** Returns the tile's hashes as one buffer; null if it is missing or has another width. */
export async function readTile(read: ReadFile, level: number, index: number, size: number) {
  const expected = tileWidth(level, index, size);
  const { bytes, width } = await readWidth(read, (it) => tilePath(level, index, it), expected);
  return bytes?.length === width * 32 ? bytes.subarray(0, expected * 32) : null;
}

/** Bundles in order, each null if it is missing or damaged. */
export async function* readBundles(read: ReadFile, size: number) {
  const count = Math.ceil(size / TILE_WIDTH);
  const waiting: ReturnType<typeof readBundle>[] = [];
  for (let index = 0; index < count; index++) {
    while (waiting.length < READ_AHEAD && index + waiting.length < count) {
      const bundle = readBundle(read, index + waiting.length, size);
      bundle.catch(() => undefined);
      waiting.push(bundle);
    }
    yield await waiting.shift();
  }
}
