// Records for which lock file the packages, and for which schema the Prisma client is. Without
// dependencies, because boot.mjs imports this before anything is installed.
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

/** The client's part without types is committed, because production has no generator. */
const CLIENT = "prisma/client/client.ts";
const TYPES = "prisma/client/models.ts";
const GENERATED = "prisma/client.hash";

function schemaHash(root) {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  const files = fs.readdirSync(path.join(root, "prisma/schema")).sort();
  const schema = hashOf(
    root,
    files.map((name) => `prisma/schema/${name}`),
  );
  return `${dependencies["@prisma/client"]} ${schema}\n`;
}

/** Returns true if the Prisma client belongs to the schema. */
export function isGenerated(root, withTypes) {
  const [client, types, record] = [CLIENT, TYPES, GENERATED].map((it) => path.join(root, it));
  const isThere = fs.existsSync(client) && (!withTypes || fs.existsSync(types));
  return isThere && fs.existsSync(record) && fs.readFileSync(record, "utf8") === schemaHash(root);
}

export function recordGenerated(root) {
  fs.writeFileSync(path.join(root, GENERATED), schemaHash(root));
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
