// Checkpoints of c2sp.org/tlog-checkpoint.
import { FormatError, formatNote, type Note, parseNote, type Signer, signNote } from "./note.js";
import { hashFromBase64, type Tree } from "./tree.js";

export interface Checkpoint extends Tree {
  origin: string;
}

export interface SignedCheckpoint extends Checkpoint {
  note: Note;
}

/** Origin, size and root, a line each. Extension lines can't be audited, so there are none. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${Buffer.from(root).toString("base64")}\n`;
}

export function signCheckpoint(checkpoint: Checkpoint, signers: readonly Signer[]): string {
  const text = checkpointText(checkpoint);
  return formatNote({ text, signatures: signers.map((signer) => signNote(text, signer)) });
}

/** Reads a checkpoint, whose signatures are not verified yet. */
export function parseCheckpoint(signed: string): SignedCheckpoint {
  const note = parseNote(signed);
  const [origin = "", size = "", hash = "", ...rest] = note.text.slice(0, -1).split("\n");
  const root = hashFromBase64(hash);
  const isSize = /^(0|[1-9]\d*)$/.test(size) && Number.isSafeInteger(Number(size));
  if (!origin || !isSize || !root || rest.includes("")) throw new FormatError("Not a checkpoint.");
  return { origin, size: Number(size), root, note };
}
