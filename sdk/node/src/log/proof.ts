// Proofs of c2sp.org/tlog-proof, which carry the entry and the openings of its commitments.
import { parseCheckpoint, type SignedCheckpoint } from "./checkpoint.js";
import {
  commitOpening,
  commitSubject,
  EntryError,
  type LogEntry,
  type Openings,
  parseEntry,
} from "./entry.js";
import { FormatError, parseVerifierKey, type VerifierKey, verifyNote } from "./note.js";
import { equalBytes, fromBase64, hashFromBase64, leafHash, rootOfInclusion } from "./tree.js";

const HEADER = "c2sp.org/tlog-proof@v1";

/** Not authenticated: entry and openings are compared with the tree, keys with those expected. */
interface Extra {
  /** Exact bytes as base64. */
  entry: string;
  /** Verifier keys of the log, the current one first. */
  keys: string[];
  openings: Openings;
}

export interface LogProof {
  extra: Extra;
  index: number;
  /** From the leaf's sibling up to the root's child. */
  hashes: readonly Uint8Array[];
  /** As the log signed it. */
  checkpoint: string;
}

export interface ProvenEntry {
  index: number;
  entry: LogEntry;
  openings: Openings;
  leaf: Uint8Array;
  checkpoint: SignedCheckpoint;
  signedBy: VerifierKey;
}

export const isProof = (text: string): boolean => text.startsWith(`${HEADER}\n`);

export function formatProof({ extra, index, hashes, checkpoint }: LogProof): string {
  const { entry, keys, openings } = extra;
  const { beneficiary, order, reference, salt, time } = openings;
  const json = { entry, keys, openings: { beneficiary, order, reference, salt, time } };
  const lines = [
    HEADER,
    `extra ${Buffer.from(JSON.stringify(json)).toString("base64")}`,
    `index ${index}`,
    ...hashes.map((hash) => Buffer.from(hash).toString("base64")),
  ];
  return `${lines.join("\n")}\n\n${checkpoint}`;
}

const isNullOrText = (value: unknown) => value === null || typeof value === "string";

function parseExtra(line: string): Extra {
  try {
    const bytes = fromBase64(line.replace(/^extra /, ""));
    const extra = JSON.parse(String(bytes)) as Extra;
    const { order, salt, beneficiary, reference, time } = extra.openings;
    const isOpen = [beneficiary, reference, time].every(isNullOrText);
    const strings = [extra.entry, order, salt, ...extra.keys];
    if (isOpen && strings.every((text) => typeof text === "string")) return extra;
  } catch {
    // Reported below.
  }
  throw new FormatError("The proof has no entry and openings.");
}

export function parseProof(text: string): LogProof {
  const end = text.indexOf("\n\n");
  const [header, extra = "", index = "", ...lines] = text.slice(0, end).split("\n");
  const [, number] = /^index (0|[1-9]\d{0,15})$/.exec(index) ?? [];
  const hashes = lines.flatMap((line) => hashFromBase64(line) ?? []);
  if (end < 0 || header !== HEADER || !number || hashes.length !== lines.length) {
    throw new FormatError("Not a proof of a log.");
  }
  return {
    ...{ extra: parseExtra(extra), index: Number(number), hashes },
    checkpoint: text.slice(end + 2),
  };
}

/**
 * Verifies signature, inclusion and openings. Without expected keys it takes those in the proof,
 * which shows that the proof is complete, and not who made it.
 * @throws FormatError or EntryError, which explain what is wrong
 */
export function verifyProof(proof: LogProof, expected?: readonly VerifierKey[]): ProvenEntry {
  const keys = expected ?? proof.extra.keys.map(parseVerifierKey);
  const checkpoint = parseCheckpoint(proof.checkpoint);
  const ownKeys = keys.filter(({ name }) => name === checkpoint.origin);
  const [signedBy] = verifyNote(checkpoint.note, ownKeys);
  if (!signedBy) throw new FormatError("The checkpoint is of another log or another key.");
  const bytes = fromBase64(proof.extra.entry);
  if (!bytes) throw new FormatError("The proof has no entry.");
  const { index, hashes } = proof;
  const leaf = leafHash(bytes);
  const root = rootOfInclusion({ leaf, index, size: checkpoint.size, proof: hashes });
  if (!root || !equalBytes(root, checkpoint.root)) {
    throw new FormatError(`The log has another entry at ${index}.`);
  }
  const entry = parseEntry(bytes);
  const { openings } = proof.extra;
  if (commitSubject(openings) !== entry.subject) throw new EntryError("It is of another order.");
  if (commitOpening(openings) !== entry.opened) {
    throw new EntryError("Beneficiary, time or registry reference are others.");
  }
  return { index, entry, openings, leaf, checkpoint, signedBy };
}
