// The SDKs as packages that an installation serves at /sdk. Released ones stay there, because lock
// files of integrators name them.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import zlib from "node:zlib";
import { packTar } from "modern-tar";
import { readVersion } from "#core/build";
import { sdkPaths } from "#docs/guide/samples";
import { packZip } from "./zip";

const NODE = "sdk/node";
const PYTHON = "sdk/python";
/** As npm writes it, so that the same files make the same package. */
const MODIFIED = new Date("1985-10-26T08:15:00Z");

type Files = [name: string, content: Buffer][];

function filesIn(folder: string): Files {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [
        path.relative(folder, file).split(path.sep).join("/"),
        fs.readFileSync(file),
      ] as const;
    });
  return files.map(([name, content]): Files[number] => [name, content]).sort(byName);
}

const byName = ([a]: Files[number], [b]: Files[number]) => (a < b ? -1 : 1);
const read = (folder: string, names: string[]): Files =>
  names.map((name) => [name, fs.readFileSync(path.join(folder, name))]);

async function nodeArchive(): Promise<Buffer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-sdk-"));
  execFileSync(process.execPath, [path.join(NODE, "build.mjs"), folder], { stdio: "inherit" });
  const compiled = filesIn(folder).map(([name, body]): Files[number] => [`dist/${name}`, body]);
  fs.rmSync(folder, { recursive: true });
  const files = [...read(NODE, ["package.json", "README.md", "LICENSE"]), ...compiled];
  const entries = files.map(([name, body]) => {
    const mode = name === "dist/cli.js" ? 0o755 : 0o644;
    const header = { name: `package/${name}`, size: body.length, mode, mtime: MODIFIED };
    return { header, body: new Uint8Array(body) };
  });
  return zlib.gzipSync(await packTar(entries), { level: 9 });
}

/** Metadata that pyproject.toml states, as wheels have it. */
function metadataOf(version: string): string {
  const fields = {
    "Metadata-Version": "2.4",
    Name: "carbon-till",
    Version: version,
    Summary: "Client for Carbon Till: order and sell carbon credits by the kilogram.",
    "License-Expression": "Apache-2.0",
    "License-File": "LICENSE",
    "Requires-Python": ">=3.9",
    "Description-Content-Type": "text/markdown",
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  return `${lines.join("")}\n${fs.readFileSync(path.join(PYTHON, "README.md"), "utf8")}`;
}

function wheel(version: string): Buffer {
  const info = `carbon_till-${version}.dist-info`;
  const modules = filesIn(path.join(PYTHON, "carbon_till"))
    .filter(([name]) => /^[\w.]+\.(py|typed)$/.test(name))
    .map(([name, body]): Files[number] => [`carbon_till/${name}`, body]);
  const [, license = Buffer.alloc(0)] = read(PYTHON, ["LICENSE"])[0] ?? [];
  const about =
    "Wheel-Version: 1.0\nGenerator: carbon-till\nRoot-Is-Purelib: true\nTag: py3-none-any\n";
  const files: Files = [
    ...modules,
    [`${info}/METADATA`, Buffer.from(metadataOf(version))],
    [`${info}/WHEEL`, Buffer.from(about)],
    [`${info}/licenses/LICENSE`, license],
  ];
  const lines = files.map(([name, body]) => {
    const hash = createHash("sha256").update(body).digest("base64url");
    return `${name},sha256=${hash},${body.length}\n`;
  });
  const record = `${info}/RECORD`;
  return packZip([...files, [record, Buffer.from(`${lines.join("")}${record},,\n`)]]);
}

/** Returns the packages of this version, by path. */
export async function buildPackages(): Promise<Record<string, Buffer>> {
  const { node, python } = sdkPaths();
  return { [`public${node}`]: await nodeArchive(), [`public${python}`]: wheel(readVersion()) };
}

/** Compares what is packed: compressed bytes depend on the machine. */
export function isSamePackage(file: string, content: Buffer): boolean {
  if (!fs.existsSync(file)) return false;
  const present = fs.readFileSync(file);
  return file.endsWith(".tgz")
    ? zlib.gunzipSync(present).equals(zlib.gunzipSync(content))
    : present.equals(content);
}
