import fs from "node:fs";
import { expect, it } from "vitest";
import {
  hashFromBase64,
  isConsistent,
  parseCheckpoint,
  parseVerifierKey,
  rootOfInclusion,
  verifyNote,
} from "#sdk/log";

interface Vectors {
  Key: string;
  Checkpoint: string;
  Inclusion: { Index: number; Size: number; Leaf: string; Root: string; Proof: string[] | null }[];
  Consistency: {
    Older: number;
    Newer: number;
    OlderRoot: string;
    NewerRoot: string;
    Proof: string[] | null;
  }[];
}

/** Written by `go run main.go vectors`, from golang.org/x/mod/sumdb. */
const vectors: Vectors = JSON.parse(
  fs.readFileSync("server/testing/public-log/go-vectors.json", "utf8"),
);

function hash(text: string): Buffer {
  const bytes = hashFromBase64(text);
  if (!bytes) throw new Error(`no hash: ${text}`);
  return bytes;
}

it("verifies a checkpoint that Go signed", () => {
  const { note, ...checkpoint } = parseCheckpoint(vectors.Checkpoint);
  const key = parseVerifierKey(vectors.Key);
  expect(checkpoint).toMatchObject({ origin: "go.example/log", size: 1000 });
  expect(verifyNote(note, [key])).toEqual([key]);
});

it("verifies 20 proofs that Go made, and none for another leaf or tree", () => {
  expect(vectors.Inclusion.length + vectors.Consistency.length).toBe(20);
  for (const { Index: index, Size: size, Leaf, Root, Proof } of vectors.Inclusion) {
    const proof = (Proof ?? []).map(hash);
    expect(rootOfInclusion({ leaf: hash(Leaf), index, size, proof })).toEqual(hash(Root));
    expect(rootOfInclusion({ leaf: hash(Root), index, size, proof })).not.toEqual(hash(Root));
  }
  for (const { Older, Newer, OlderRoot, NewerRoot, Proof } of vectors.Consistency) {
    const newer = { size: Newer, root: hash(NewerRoot) };
    const proof = (Proof ?? []).map(hash);
    expect(isConsistent({ size: Older, root: hash(OlderRoot) }, newer, proof)).toBe(true);
    const other = { size: Older, root: hash(vectors.Inclusion[0]?.Leaf ?? "") };
    expect(isConsistent(other, newer, proof)).toBe(false);
  }
});
