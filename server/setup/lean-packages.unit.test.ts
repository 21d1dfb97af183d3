import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { removeUnread } from "./lean-packages.mjs";

const RUNTIME = "@prisma/client/runtime/query_compiler_fast_bg";
const READ = ["a/index.js", "a/index.d.ts", "a/LICENSE.md", `${RUNTIME}.postgresql.mjs`];
const UNREAD = ["a/index.js.map", "a/README.md", "next/guide.mdx", `${RUNTIME}.mysql.mjs`];

test("removes what production does not read, and only files", () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "packages-"));
  onTestFinished(() => fs.rmSync(root, { recursive: true }));
  const packages = path.join(root, "node_modules");
  for (const name of [...READ, ...UNREAD, "folder.map/index.js"]) {
    fs.mkdirSync(path.dirname(path.join(packages, name)), { recursive: true });
    fs.writeFileSync(path.join(packages, name), "");
  }

  removeUnread(root);

  const isThere = (name: string) => fs.existsSync(path.join(packages, name));
  expect([...READ, ...UNREAD].filter(isThere)).toEqual(READ);
  expect(isThere("folder.map/index.js")).toBe(true);
});
