import { generateKeyPairSync } from "node:crypto";
import fs from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  consistencyProof,
  decodeBundle,
  encodeBundle,
  encodeEntry,
  entriesPath,
  formatNote,
  formatVerifierKey,
  GrowingTree,
  inclusionProof,
  isConsistent,
  type LogEntry,
  leafHash,
  nodeHash,
  parseCheckpoint,
  parseEntry,
  parseNote,
  parseVerifierKey,
  rootOfInclusion,
  signCheckpoint,
  signerOf,
  signNote,
  tilePath,
  tileWidth,
  treeRoot,
  verifyNote,
} from "#sdk/log";

/** Leaves and roots of the tests of Certificate Transparency's reference implementation. */
const leaves = [
  ...["", "00", "10", "2021", "3031", "40414243", "5051525354555657"],
  "606162636465666768696a6b6c6d6e6f",
].map((hex) => leafHash(Buffer.from(hex, "hex")));
const roots = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
].map((hex) => Buffer.from(hex, "hex"));

function readerOf(hashes: readonly Uint8Array[]) {
  const read = (height: number, index: number): Uint8Array => {
    if (height > 0) return nodeHash(read(height - 1, 2 * index), read(height - 1, 2 * index + 1));
    const leaf = hashes[index];
    if (!leaf) throw new Error(`no leaf ${index}`);
    return leaf;
  };
  return read;
}

describe("trees", () => {
  it("have the published roots, read or grown", () => {
    const grown = new GrowingTree();
    for (const [size, root] of roots.entries()) {
      expect(treeRoot(readerOf(leaves), size)).toEqual(root);
      expect(grown.root()).toEqual(root);
      const leaf = leaves[size];
      if (leaf) grown.append(leaf);
    }
  });

  it("have proofs that verify, and nothing else does", () => {
    const read = readerOf(Array.from({ length: 70 }, (_, at) => leafHash(Buffer.of(at))));
    const numbers = fc.tuple(fc.nat(68), fc.integer({ min: 1, max: 69 }), fc.nat(68));
    const property = fc.property(numbers, ([one, size, other]) => {
      const [index, wrong] = [one % size, other % size];
      const [leaf, root] = [read(0, index), treeRoot(read, size)];
      const proof = inclusionProof(read, index, size);
      expect(rootOfInclusion({ leaf, index, size, proof })).toEqual(root);
      expect(rootOfInclusion({ leaf, index, size, proof: [...proof, leaf] })).toBeNull();
      if (wrong !== index) {
        expect(rootOfInclusion({ leaf, index: wrong, size, proof })).not.toEqual(root);
      }
      const older = { size: index + 1, root: treeRoot(read, index + 1) };
      const path = consistencyProof(read, older.size, size);
      expect(isConsistent(older, { size, root }, path)).toBe(true);
      expect(isConsistent(older, { size, root }, [...path, leaf])).toBe(false);
      expect(isConsistent({ ...older, root: leafHash(leaf) }, { size, root }, path)).toBe(false);
      if (path.length > 0) expect(isConsistent(older, { size, root }, path.slice(1))).toBe(false);
    });
    fc.assert(property, { numRuns: 300 });
  });
});

describe("tiles", () => {
  it("have the paths and widths of the specification's examples", () => {
    expect(tilePath(0, 1234067)).toBe("tile/0/x001/x234/067");
    expect(tilePath(1, 7, 12)).toBe("tile/1/007.p/12");
    expect(entriesPath(1000, 1)).toBe("tile/entries/x001/000.p/1");
    const widths = [tileWidth(0, 272, 70_000), tileWidth(0, 273, 70_000), tileWidth(1, 0, 70_000)];
    expect(widths).toEqual([256, 112, 256]);
    expect([tileWidth(1, 1, 70_000), tileWidth(2, 0, 70_000)]).toEqual([17, 1]);
    expect([tileWidth(2, 1, 70_000), tileWidth(3, 0, 70_000)]).toEqual([0, 0]);
  });

  it("hold entries that read as written, and refuse missing and further bytes", () => {
    const entries = [Buffer.from("a"), Buffer.alloc(0), Buffer.alloc(700, 7)];
    const bytes = encodeBundle(entries);
    expect(decodeBundle(bytes, 3)?.map((entry) => Buffer.from(entry))).toEqual(entries);
    expect(decodeBundle(bytes, 2)).toBeNull();
    expect(decodeBundle(bytes, 4)).toBeNull();
    expect(decodeBundle(bytes.subarray(0, -1), 3)).toBeNull();
  });
});

describe("notes", () => {
  /** The example of Go's package golang.org/x/mod/sumdb/note. */
  const neumann = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
  const example = fs.readFileSync("server/testing/sdk/log-vectors/neumann.txt", "utf8");

  it("of others verify, and a changed text or signature does not", () => {
    const key = parseVerifierKey(neumann);
    expect(formatVerifierKey(key)).toBe(neumann);
    expect(formatNote(parseNote(example))).toBe(example);
    expect(verifyNote(parseNote(example), [key])).toEqual([key]);
    const changed = parseNote(example.replace("think", "thank"));
    expect(() => verifyNote(changed, [key])).toThrow("is wrong");
    expect(() => parseVerifierKey(neumann.replace("c74", "c75"))).toThrow("Not a verifier key");
  });

  it("carry signatures of a log and a witness, and ignore those of unknown keys", () => {
    const log = signerOf("till.example/log", generateKeyPairSync("ed25519").privateKey);
    const witness = signerOf("w.example", generateKeyPairSync("ed25519").privateKey, true);
    const [root = Buffer.alloc(32)] = roots;
    const signed = signCheckpoint({ origin: "till.example/log", size: 0, root }, [log]);
    const { note, ...checkpoint } = parseCheckpoint(signed);
    expect(checkpoint).toEqual({ origin: "till.example/log", size: 0, root });
    note.signatures.push(signNote(note.text, witness, new Date(1_679_315_147_000)));
    const both = parseNote(formatNote(note));
    expect(verifyNote(both, [witness.key, log.key])).toEqual([witness.key, log.key]);
    const other = signerOf("till.example/log", generateKeyPairSync("ed25519").privateKey);
    expect(verifyNote(both, [other.key])).toEqual([]);
    expect(parseVerifierKey(formatVerifierKey(witness.key))).toEqual(witness.key);
  });
});

const hash = Buffer.alloc(32, 1).toString("base64");
const entry: LogEntry = {
  ...{ v: 1, type: "allocated", subject: hash, seq: 1, day: "2026-12-01", opened: hash },
  parts: [
    {
      ...{ registry: "verra", project: "VCS 674", vintage: 2021, block: "VCS-VCU-1", first: "77" },
      ...{ unit_kg: 1000, from_kg: 0, to_kg: 25 },
    },
  ],
  ...{ previous: null, i: 1, n: 1 },
};

describe("entries", () => {
  const text = encodeEntry(entry).toString();
  const changed = (from: string, to: string) => Buffer.from(text.replace(from, to));

  it("are canonical JSON, which reads as written", () => {
    expect(parseEntry(Buffer.from(text))).toEqual(entry);
    expect(text).toMatch(
      /^\{"day":"2026-12-01","i":1,"n":1,"opened":.*"type":"allocated","v":1\}$/,
    );
  });

  it.each([
    ["another order of fields", '"i":1,"n":1', '"n":1,"i":1', "not canonical"],
    ["spaces", '"i":1', '"i": 1', "not canonical"],
    ["a personal field", '"i":1', '"beneficiary":"A","i":1', "unknown fields"],
    ["a personal field of a part", '"first"', '"buyer":"A","first"', "unknown fields"],
    ["a repeated field", '"i":1', '"i":1,"i":1', "not canonical"],
    ["another form of a number", '"i":1', '"i":1.0', "not canonical"],
    ["another form of a text", '"verra"', '"v\\u0065rra"', "not canonical"],
    ["an empty range", '"from_kg":0', '"from_kg":25', "to_kg is not after from_kg"],
    ["an impossible day", "2026-12-01", "2026-02-29", "day is no date"],
    ["kind of an allocation", '"project"', '"kind":"retired","project"', "kind is wrong"],
    ["a number of an entry that is missing", '"n":1', '"n":0', "i and n are wrong"],
    ["another version", '"v":1', '"v":2', "v is unknown"],
    ["no JSON", "{", "", "not a JSON object"],
  ])("are refused with %s", (_, from, to, problem) => {
    expect(() => parseEntry(changed(from, to))).toThrow(problem);
  });

  it("have at most 200 parts and 32 KiB", () => {
    const [part] = entry.parts;
    const parts = (length: number, block: string) =>
      Array.from({ length }, () => ({ ...entry.parts[0], ...part, block })) as LogEntry["parts"];
    expect(() => encodeEntry({ ...entry, parts: parts(201, "b") })).toThrow("more than 200 parts");
    const large = { ...entry, parts: parts(200, "b".repeat(200)) };
    expect(() => encodeEntry(large)).toThrow("larger than 32 KiB");
    expect(parseEntry(encodeEntry({ ...entry, parts: parts(200, "b") })).parts).toHaveLength(200);
  });
});
