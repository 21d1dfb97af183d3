// Records in node_modules for which lock file and schema it was set up. Without dependencies,
// because boot.mjs imports this before anything is installed.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

function hashOf(root, files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update(fs.readFileSync(path.join(root, file)));
  return hash.digest("hex");
}

export function lockHash(root) {
  return hashOf(root, ["package-lock.json"]);
}

export function schemaHash(root) {
  const files = fs.readdirSync(path.join(root, "prisma/schema")).sort();
  return hashOf(root, ["package-lock.json", ...files.map((name) => `prisma/schema/${name}`)]);
}

const fileOf = (root) => path.join(root, "node_modules/.carbon-till");

export function readStamp(root) {
  try {
    return JSON.parse(fs.readFileSync(fileOf(root), "utf8"));
  } catch {
    return null;
  }
}

export function writeStamp(root, change) {
  fs.writeFileSync(fileOf(root), JSON.stringify({ ...readStamp(root), ...change }));
}
