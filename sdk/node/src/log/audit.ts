// Audits a log: that it is what its checkpoint signs, extends what was seen before, and is consistent.
import { type SavedCertificate, verifyCertificate } from "./certificates.js";
import { parseCheckpoint, type SignedCheckpoint } from "./checkpoint.js";
import { type Finding, Findings, type Report } from "./findings.js";
import { FormatError, formatVerifierKey, type VerifierKey } from "./note.js";
import type { ProvenEntry } from "./proof.js";
import {
  type ReadFile,
  readBundles,
  readCheckpoint,
  readKeys,
  readTile,
  signerOfCheckpoint,
} from "./source.js";
import { Subjects, type Total } from "./subjects.js";
import { TILE_WIDTH } from "./tile.js";
import { equalBytes, GrowingTree, leafHash } from "./tree.js";

export interface AuditInput {
  log: ReadFile;
  /** Default: the keys that the log lists itself, which the report says. */
  keys?: readonly VerifierKey[];
  /** A checkpoint from an earlier audit. */
  remembered?: string;
  certificates?: readonly SavedCertificate[];
  /** Another copy of the log. */
  against?: ReadFile;
  now?: Date;
}

export interface AuditReport {
  origin: string;
  size: number;
  root: string;
  /** The key that signed the checkpoint; null if none of the expected ones did. */
  key: string | null;
  isKeyExpected: boolean;
  subjects: number;
  backfilled: number;
  certificates: number;
  totals: Total[];
  findingCount: number;
  findings: Finding[];
}

/** Leaves and roots of the log at the places that other checks compare. */
interface Marks {
  roots: Map<number, Uint8Array | null>;
  leaves: Map<number, Uint8Array | null>;
}

/** Reads the log once. Returns false if a part of it is missing. */
async function readLog(
  { log, size, subjects, marks }: { log: ReadFile; size: number; subjects: Subjects; marks: Marks },
  report: Report,
): Promise<GrowingTree | null> {
  const levels: { hashes: Uint8Array[]; tiles: number }[] = [];
  const tree = new GrowingTree((height, hash) => {
    if (height % 8 !== 0) return;
    const level = levels[height / 8] ?? { hashes: [], tiles: 0 };
    levels[height / 8] = level;
    level.hashes.push(hash);
  });
  const checkTiles = async (isEnd: boolean) => {
    for (const [level, { hashes, tiles }] of levels.entries()) {
      if (hashes.length < TILE_WIDTH && !(isEnd && hashes.length > 0)) continue;
      const tile = await readTile(log, level, tiles, size);
      if (!tile || !equalBytes(tile, Buffer.concat(hashes))) {
        report("wrong-tile", `Tile ${tiles} of level ${level} does not have the entries' hashes.`);
      }
      levels[level] = { hashes: [], tiles: tiles + 1 };
    }
  };
  for await (const bundle of readBundles(log, size)) {
    if (!bundle) {
      report("missing-entries", "Entries are missing, or their bundle is damaged.", tree.size);
      return null;
    }
    for (const bytes of bundle) {
      const leaf = leafHash(bytes);
      if (marks.leaves.has(tree.size)) marks.leaves.set(tree.size, leaf);
      subjects.add(tree.size, leaf, bytes);
      tree.append(leaf);
      if (marks.roots.has(tree.size)) marks.roots.set(tree.size, tree.root());
    }
    await checkTiles(false);
  }
  await checkTiles(true);
  return tree;
}

/** Returns the checkpoint if it is of the same log. */
function checkpointOf(
  head: SignedCheckpoint,
  keys: readonly VerifierKey[],
  origin: string,
): SignedCheckpoint {
  const isSame = head.origin === origin && signerOfCheckpoint(head, keys) !== null;
  if (!isSame) throw new FormatError(`It is of another log: ${head.origin}, or another key.`);
  return head;
}

/** Reads the leaf hashes of the other copy, as far as it has them. */
async function* readLeaves(log: ReadFile, size: number) {
  for (let index = 0; index * TILE_WIDTH < size; index++) {
    const tile = await readTile(log, 0, index, size);
    if (!tile) throw new FormatError("The other copy has no complete tiles.");
    for (let at = 0; at < tile.length; at += 32) yield tile.subarray(at, at + 32);
  }
}

/** The smaller copy must be the beginning of the larger one. */
async function compareCopies(
  one: { log: ReadFile; head: SignedCheckpoint },
  other: { log: ReadFile; head: SignedCheckpoint },
  report: Report,
): Promise<void> {
  const [smaller, larger] = one.head.size <= other.head.size ? [one, other] : [other, one];
  const { size, root } = smaller.head;
  const tree = new GrowingTree();
  const leaves = readLeaves(smaller.log, size);
  let difference: number | null = null;
  let rootOfBeginning: Uint8Array | null = null;
  for await (const leaf of readLeaves(larger.log, larger.head.size)) {
    if (tree.size === size) rootOfBeginning = tree.root();
    else if (tree.size < size && difference === null) {
      const { value } = await leaves.next();
      if (!value || !equalBytes(value, leaf)) difference = tree.size;
    }
    tree.append(leaf);
  }
  const isBeginning = equalBytes(rootOfBeginning ?? tree.root(), root);
  const isWhole = equalBytes(tree.root(), larger.head.root);
  if (difference === null && isBeginning && isWhole) return;
  const place = difference === null ? "" : ` from entry ${difference} on`;
  report("fork", `The log showed others something else: the copies differ${place}.`);
}

function checkMarks(
  marks: Marks,
  { size, root }: { size: number; root: Uint8Array },
  onDifference: (problem: string) => void,
): void {
  const rootThen = marks.roots.get(size);
  if (!rootThen) onDifference(`The log has fewer entries now than ${size}.`);
  else if (!equalBytes(rootThen, root)) onDifference(`The first ${size} entries are not the same.`);
}

/** Runs a check that explains what is wrong with its input by a FormatError. */
function attempt<T>(report: Report, code: string, run: () => T, at?: string): T | null {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    report(code, error.message, at);
    return null;
  }
}

function checkProven({ marks, report }: { marks: Marks; report: Report }, name: string) {
  return ({ index, leaf, checkpoint }: ProvenEntry) => {
    const onDifference = (problem: string) => report("certificate-not-in-log", problem, name);
    checkMarks(marks, checkpoint, onDifference);
    const entered = marks.leaves.get(index);
    if (entered && !equalBytes(entered, leaf)) onDifference(`Entry ${index} is another one.`);
  };
}

/** @throws FormatError if there is no log to read, or no key */
export async function auditLog(input: AuditInput): Promise<AuditReport> {
  const { log, against, certificates = [], now = new Date() } = input;
  const findings = new Findings();
  const { report } = findings;
  const head = await readCheckpoint(log);
  const { origin, size } = head;
  const keys = input.keys ?? (await readKeys(log));
  if (keys.length === 0) throw new FormatError("The log lists no key: use --key.");
  const key = attempt(report, "wrong-signature", () => signerOfCheckpoint(head, keys));
  if (!key && findings.count === 0) {
    report("another-log", `The checkpoint of ${origin} is of another log or another key.`);
  }
  const toSame = (other: SignedCheckpoint) => checkpointOf(other, keys, origin);
  const { remembered: text } = input;
  const remembered =
    text && attempt(report, "remembered-of-another-log", () => toSame(parseCheckpoint(text)));
  const proven = certificates.map((saved) => ({
    ...{ name: saved.name, entries: verifyCertificate(saved, report, keys) },
  }));
  const entries = proven.flatMap((certificate) => certificate.entries);
  const sizes = [size, ...entries.map(({ checkpoint }) => checkpoint.size)];
  if (remembered) sizes.push(remembered.size);
  const marks: Marks = {
    roots: new Map(sizes.map((it) => [it, it === 0 ? new GrowingTree().root() : null])),
    leaves: new Map(entries.map(({ index }) => [index, null])),
  };
  const subjects = new Subjects(report, now);
  const tree = await readLog({ log, size, subjects, marks }, report);
  if (tree) {
    checkMarks(marks, head, () =>
      report("wrong-root", "The entries do not have the root that the checkpoint signs."),
    );
    if (remembered) {
      checkMarks(marks, remembered, (problem) => report("history-changed", problem));
    }
    for (const { name, entries } of proven) entries.forEach(checkProven({ marks, report }, name));
    subjects.finish();
  }
  if (against) await auditCopy({ log, head, against, toSame }, report);
  return {
    ...{ origin, size, root: Buffer.from(head.root).toString("base64") },
    key: key && formatVerifierKey(key),
    isKeyExpected: input.keys !== undefined,
    subjects: subjects.count,
    backfilled: subjects.backfilled,
    certificates: proven.filter(({ entries }) => entries.length > 0).length,
    totals: subjects.totals(),
    ...{ findingCount: findings.count, findings: findings.listed },
  };
}

async function auditCopy(
  {
    log,
    head,
    against,
    toSame,
  }: {
    log: ReadFile;
    head: SignedCheckpoint;
    against: ReadFile;
    toSame: (head: SignedCheckpoint) => SignedCheckpoint;
  },
  report: Report,
): Promise<void> {
  const otherHead = await readCheckpoint(against);
  const other = attempt(report, "copy-of-another-log", () => toSame(otherHead));
  if (!other) return;
  try {
    await compareCopies({ log, head }, { log: against, head: other }, report);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    report("copy-incomplete", error.message);
  }
}
