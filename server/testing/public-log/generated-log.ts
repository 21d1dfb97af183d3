// Public logs of invented orders, as files: for the audit's tests, its bench, and Go.
import { createPrivateKey } from "node:crypto";
import {
  checkpointText,
  commitOpening,
  commitSubject,
  encodeBundle,
  encodeEntry,
  entriesPath,
  formatNote,
  formatProof,
  formatVerifierKey,
  GrowingTree,
  inclusionProof,
  type LogEntry,
  leafHash,
  nodeHash,
  type Openings,
  type Signer,
  sha256,
  signerOf,
  signNote,
  TILE_WIDTH,
  tilePath,
} from "#sdk/log";

export type Files = Map<string, Buffer>;
type Write = (path: string, content: Buffer) => void;

/** The prefix of an Ed25519 key in PKCS #8, which the 32 bytes of the seed follow. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** The same text gives the same key. */
export function keyOf(text: string, origin = "till.example/log"): Signer {
  const key = Buffer.concat([PKCS8, sha256(Buffer.from(text))]);
  return signerOf(origin, createPrivateKey({ key, format: "der", type: "pkcs8" }));
}

export function openingsOf(order: number, isRetired = false): Openings {
  return {
    order: `ord_${order}`,
    salt: sha256(Buffer.from(`salt ${order}`)).toString("base64"),
    beneficiary: `Customer ${order}`,
    reference: isRetired ? `retirement ${order}` : null,
    time: "2026-12-01T10:00:00.000Z",
  };
}

const hashOf = (entry: LogEntry) => leafHash(encodeEntry(entry)).toString("base64");

/** An order of 30 to 1,029 kg, which takes the next kilograms of each of `lots` blocks. */
function partsOf(order: number, lots: number): LogEntry["parts"] {
  return Array.from({ length: lots }, (_, lot) => ({
    ...{ registry: lot % 2 === 0 ? "verra" : "gold-standard", project: `PR-${lot}`, vintage: 2021 },
    ...{ block: `BLOCK-${lot}-VCU-2021-01-01-2021-12-31`, first: `${9_000_000 + lot}` },
    ...{ unit_kg: 1000, from_kg: order * 1000, to_kg: order * 1000 + 30 + ((order * 7) % 970) },
  }));
}

/** Each order's allocation, and its evidence some orders later. */
export function* generateEntries(orders: number, lots: number): Generator<LogEntry> {
  const waiting: LogEntry[] = [];
  for (let order = 0; order < orders; order++) {
    const openings = openingsOf(order);
    const day = new Date(Date.UTC(2024, 0, 1 + Math.floor((order * 700) / orders)));
    const allocation: LogEntry = {
      ...{ v: 1, type: "allocated", subject: commitSubject(openings), seq: 1, i: 1, n: 1 },
      ...{ day: day.toISOString().slice(0, 10), parts: partsOf(order, lots) },
      ...{ opened: commitOpening(openings), previous: null },
    };
    yield allocation;
    waiting.push({
      ...{ ...allocation, type: "evidence", seq: 2, previous: hashOf(allocation) },
      ...{ opened: commitOpening(openingsOf(order, true)) },
      parts: allocation.parts.map((part) => ({ ...part, kind: "retired" })),
    });
    const [next] = waiting.length > 40 ? waiting.splice(0, 1) : [];
    if (next) yield { ...next, day: allocation.day };
  }
  const last = waiting.at(-1);
  for (const evidence of waiting) yield { ...evidence, day: last?.day ?? evidence.day };
}

/** Writes bundles and tiles as they become full, then the partial ones and the checkpoint. */
export function writeLog(entries: Iterable<Uint8Array>, signer: Signer, write: Write): void {
  const levels: { hashes: Uint8Array[]; tiles: number }[] = [];
  let bundle: Uint8Array[] = [];
  let bundles = 0;
  const flush = (isEnd: boolean) => {
    for (const [level, { hashes, tiles }] of levels.entries()) {
      if (hashes.length < TILE_WIDTH && !(isEnd && hashes.length > 0)) continue;
      write(tilePath(level, tiles, hashes.length), Buffer.concat(hashes));
      levels[level] = { hashes: [], tiles: tiles + 1 };
    }
    if (bundle.length < TILE_WIDTH && !(isEnd && bundle.length > 0)) return;
    write(entriesPath(bundles, bundle.length), encodeBundle(bundle));
    bundle = [];
    bundles += 1;
  };
  const tree = new GrowingTree((height, hash) => {
    if (height % 8 !== 0) return;
    const level = levels[height / 8] ?? { hashes: [], tiles: 0 };
    level.hashes.push(hash);
    levels[height / 8] = level;
  });
  for (const entry of entries) {
    tree.append(leafHash(entry));
    bundle.push(entry);
    flush(false);
  }
  flush(true);
  const { name: origin } = signer.key;
  const text = checkpointText({ origin, size: tree.size, root: tree.root() });
  write("checkpoint", Buffer.from(formatNote({ text, signatures: [signNote(text, signer)] })));
  write("keys", Buffer.from(`${formatVerifierKey(signer.key)}\n`));
}

export function filesOf(entries: Iterable<Uint8Array>, signer = keyOf("log")): Files {
  const files: Files = new Map();
  writeLog(entries, signer, (path, content) => files.set(path, content));
  return files;
}

/** Reads hashes of leaves that are in memory; higher ones are computed once. */
export function readerOf(leaves: readonly Uint8Array[]) {
  const rows: Uint8Array[][] = [[...leaves]];
  return (height: number, index: number): Uint8Array => {
    for (let level = rows.length; level <= height; level++) {
      const row: Uint8Array[] = [];
      const below = rows[level - 1] ?? [];
      for (let at = 0; at + 1 < below.length; at += 2) {
        row.push(nodeHash(below[at] ?? Buffer.alloc(0), below[at + 1] ?? Buffer.alloc(0)));
      }
      rows.push(row);
    }
    const hash = rows[height]?.[index];
    if (!hash) throw new RangeError(`no hash ${index} of height ${height}`);
    return hash;
  };
}

export interface ProofOf {
  entries: readonly Uint8Array[];
  index: number;
  openings: Openings;
  signer?: Signer;
}

export function proofOf({ entries, index, openings, signer = keyOf("log") }: ProofOf): string {
  const read = readerOf(entries.map(leafHash));
  return formatProof({
    extra: {
      entry: Buffer.from(entries[index] ?? []).toString("base64"),
      ...{ keys: [formatVerifierKey(signer.key)], openings },
    },
    ...{ index, hashes: inclusionProof(read, index, entries.length) },
    checkpoint: String(filesOf(entries, signer).get("checkpoint")),
  });
}
