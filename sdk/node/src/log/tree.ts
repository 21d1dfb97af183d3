// Merkle trees of RFC 6962, section 2.1, with SHA-256.
import { createHash } from "node:crypto";

/** Returns the hash of a perfect subtree: the leaves from `index * 2**height`, `2**height` of them. */
export type ReadHash = (height: number, index: number) => Uint8Array;

const HASH_BYTES = 32;
const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

export function sha256(...parts: Uint8Array[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** MTH({d}) = SHA-256(0x00 || d) */
export const leafHash = (entry: Uint8Array): Buffer => sha256(LEAF, entry);

/** SHA-256(0x01 || left || right) */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(NODE, left, right);

export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** Decodes standard base64, and returns null for anything that encodes differently. */
export function fromBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : null;
}

export function hashFromBase64(text: string): Buffer | null {
  const bytes = fromBase64(text);
  return bytes?.length === HASH_BYTES ? bytes : null;
}

/** The largest power of two below `size`: k in RFC 6962. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** MTH(D[start:start+size]), where `start` is a multiple of the subtree's width. */
function rangeHash(read: ReadHash, start: number, size: number): Uint8Array {
  if (Number.isInteger(Math.log2(size))) return read(Math.log2(size), start / size);
  const split = splitOf(size);
  return nodeHash(rangeHash(read, start, split), rangeHash(read, start + split, size - split));
}

/** The root of an empty tree is the hash of nothing. */
export function treeRoot(read: ReadHash, size: number): Uint8Array {
  return size === 0 ? sha256() : rangeHash(read, 0, size);
}

/** PATH(m, D[n]) of section 2.1.1: from the leaf's sibling up to the root's child. */
export function inclusionProof(read: ReadHash, index: number, size: number): Uint8Array[] {
  if (index < 0 || index >= size) throw new RangeError(`no leaf ${index} in a tree of ${size}`);
  const path = (leaf: number, start: number, width: number): Uint8Array[] => {
    if (width === 1) return [];
    const split = splitOf(width);
    return leaf < split
      ? [...path(leaf, start, split), rangeHash(read, start + split, width - split)]
      : [...path(leaf - split, start + split, width - split), rangeHash(read, start, split)];
  };
  return path(index, 0, size);
}

/** PROOF(m, D[n]) of section 2.1.2; empty if the trees are the same or the older one is empty. */
export function consistencyProof(read: ReadHash, older: number, newer: number): Uint8Array[] {
  if (older < 0 || older > newer) throw new RangeError(`no tree of ${older} in one of ${newer}`);
  const proof = (m: number, start: number, width: number, isRoot: boolean): Uint8Array[] => {
    if (m === width) return isRoot ? [] : [rangeHash(read, start, width)];
    const split = splitOf(width);
    return m <= split
      ? [...proof(m, start, split, isRoot), rangeHash(read, start + split, width - split)]
      : [...proof(m - split, start + split, width - split, false), rangeHash(read, start, split)];
  };
  return older === 0 ? [] : proof(older, 0, newer, true);
}

export interface Inclusion {
  leaf: Uint8Array;
  index: number;
  size: number;
  proof: readonly Uint8Array[];
}

/** Root that the proof leads to; null if it has not the length of such a proof. */
export function rootOfInclusion({ leaf, index, size, proof }: Inclusion): Uint8Array | null {
  if (index < 0 || index >= size) return null;
  const hashes = [...proof];
  const climb = (position: number, width: number): Uint8Array | null => {
    if (width === 1) return leaf;
    const split = splitOf(width);
    const sibling = hashes.pop();
    if (!sibling) return null;
    const isLeft = position < split;
    const child = isLeft ? climb(position, split) : climb(position - split, width - split);
    if (!child) return null;
    return isLeft ? nodeHash(child, sibling) : nodeHash(sibling, child);
  };
  const root = climb(index, size);
  return hashes.length === 0 ? root : null;
}

export interface Tree {
  size: number;
  root: Uint8Array;
}

/** Verifies a proof of section 2.1.2 that the newer tree begins with the older one. */
export function isConsistent(older: Tree, newer: Tree, proof: readonly Uint8Array[]): boolean {
  if (older.size > newer.size) return false;
  if (older.size === newer.size) return proof.length === 0 && equalBytes(older.root, newer.root);
  if (older.size === 0) return proof.length === 0 && equalBytes(older.root, sha256());
  const hashes = [...proof];
  type Roots = readonly [older: Uint8Array, newer: Uint8Array];
  const climb = (m: number, width: number, isRoot: boolean): Roots | null => {
    if (m === width) {
      const hash = isRoot ? older.root : hashes.pop();
      return hash ? [hash, hash] : null;
    }
    const split = splitOf(width);
    const sibling = hashes.pop();
    if (!sibling) return null;
    if (m <= split) {
      const roots = climb(m, split, isRoot);
      return roots && [roots[0], nodeHash(roots[1], sibling)];
    }
    const roots = climb(m - split, width - split, false);
    return roots && [nodeHash(sibling, roots[0]), nodeHash(sibling, roots[1])];
  };
  const roots = climb(older.size, newer.size, true);
  if (!roots || hashes.length > 0) return false;
  return equalBytes(roots[0], older.root) && equalBytes(roots[1], newer.root);
}

/** Computes the root of a tree while leaves are appended, from one hash per height. */
export class GrowingTree {
  size = 0;
  readonly #hashes: Uint8Array[] = [];
  readonly #onHash: (height: number, hash: Uint8Array) => void;

  /** `onHash` receives each perfect subtree as it is completed, leaves included. */
  constructor(onHash: (height: number, hash: Uint8Array) => void = () => undefined) {
    this.#onHash = onHash;
  }

  append(leaf: Uint8Array): void {
    let hash = leaf;
    let height = 0;
    this.#onHash(height, hash);
    for (let index = this.size; index % 2 === 1; index = (index - 1) / 2) {
      const left = this.#hashes.pop();
      if (left) hash = nodeHash(left, hash);
      height += 1;
      this.#onHash(height, hash);
    }
    this.#hashes.push(hash);
    this.size += 1;
  }

  root(): Uint8Array {
    if (this.size === 0) return sha256();
    return this.#hashes.reduceRight((right, left) => nodeHash(left, right));
  }
}
