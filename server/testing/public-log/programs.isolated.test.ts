// Programs that read a log of 10,000 orders from a folder: Go's packages, and the SDK's commands.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  consistencyProof,
  encodeEntry,
  formatVerifierKey,
  inclusionProof,
  leafHash,
} from "#sdk/log";
import { generateEntries, keyOf, openingsOf, proofOf, readerOf, writeLog } from "./generated-log";

const SUMDB = "/usr/share/gocode/src/golang.org/x/mod/sumdb";
const hasGo = fs.existsSync(SUMDB) && spawnSync("go", ["version"]).status === 0;

const entries = [...generateEntries(10_000, 1)].map(encodeEntry);
const key = keyOf("programs");
let folder: string;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-log-"));
  writeLog(entries, key, (file, content) => {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), content);
  });
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const base64 = (hash: Uint8Array) => Buffer.from(hash).toString("base64");

it.skipIf(!hasGo)("is verified by Go (apt-get install golang-golang-x-mod-dev)", () => {
  const leaves = entries.map(leafHash);
  const read = readerOf(leaves);
  const places = Array.from({ length: 50 }, (_, at) => (at * 7919) % entries.length);
  const size = entries.length;
  const proofs = {
    Key: formatVerifierKey(key.key),
    Inclusion: places.map((index) => ({
      ...{ Index: index, Leaf: base64(read(0, index)) },
      Proof: inclusionProof(read, index, size).map(base64),
    })),
    Consistency: places.map((place) => ({
      ...{ Older: place + 1, Proof: consistencyProof(read, place + 1, size).map(base64) },
    })),
  };
  fs.writeFileSync(path.join(folder, "proofs.json"), JSON.stringify(proofs));
  const env = { ...process.env, GO111MODULE: "off", GOPATH: "/usr/share/gocode" };
  const program = path.resolve("server/testing/public-log/go/main.go");
  const run = () =>
    spawnSync("go", ["run", program, "check", folder], {
      ...{ encoding: "utf8" as const, env: { ...env, GOCACHE: path.join(folder, "go-cache") } },
    });
  expect(run()).toMatchObject({ stdout: "20000 entries, 100 proofs\n", stderr: "", status: 0 });
  const [proof] = proofs.Inclusion;
  if (proof) proof.Leaf = base64(read(0, 1));
  fs.writeFileSync(path.join(folder, "proofs.json"), JSON.stringify(proofs));
  expect(run().status).not.toBe(0);
});

function runSdk(...args: string[]) {
  const cli = ["--import", "tsx", "sdk/node/src/cli.ts", ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, cli, { encoding: "utf8" });
  return { status, output: stdout + stderr };
}

it("is audited by the command, which exits with 1 for another key", () => {
  const checkpoint = path.join(folder, "checkpoint");
  const own = ["--key", formatVerifierKey(key.key), "--remembered", checkpoint];
  const { status, output } = runSdk("audit", folder, ...own, "--against", folder);
  expect(output).toMatch(/^till\.example\/log: 20000 entries of 10000 orders/);
  expect(output).toContain("Nothing wrong.");
  expect(status).toBe(0);
  const other = formatVerifierKey(keyOf("other").key);
  const report = runSdk("audit", folder, "--key", other, "--json");
  expect(report.status).toBe(1);
  expect(JSON.parse(report.output)).toMatchObject({ findings: [{ code: "another-log" }] });
});

it("proves a saved PDF without the log, and refuses a changed one", () => {
  const proof = proofOf({ entries, index: 0, openings: openingsOf(0), signer: key });
  const pdf = (text: string) =>
    Buffer.concat([
      Buffer.from("%PDF-1.7\n1 0 obj\n<</Type/EmbeddedFile/Filter/FlateDecode>>\nstream\n"),
      deflateSync(text),
      Buffer.from("\nendstream\nendobj\n"),
    ]);
  const file = path.join(folder, "certificate.pdf");
  fs.writeFileSync(file, pdf(proof));
  const args = ["verify", file, "--key", formatVerifierKey(key.key)];
  const { status, output } = runSdk(...args);
  expect(output).toContain("certificate.pdf: entry 0 of till.example/log, allocated 30 kg");
  expect(status).toBe(0);
  fs.writeFileSync(file, pdf(proof.replace("index 0", "index 1")));
  expect(runSdk(...args)).toMatchObject({
    ...{ status: 1, output: "certificate.pdf: The log has another entry at 1.\n" },
  });
});
