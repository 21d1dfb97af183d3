// Removes files of packages that production does not read: a third of what npm installs. Plain
// JavaScript, because server/boot.mjs runs before anything is compiled.
import fs from "node:fs";
import path from "node:path";

/** For debuggers, for people, and for databases other than PostgreSQL. Next's build reads types. */
const UNREAD = [
  /\.(map|mdx)$/,
  /[\\/](readme|changelog)\.md$/i,
  /[\\/]query_compiler_\w+\.(cockroachdb|mysql|sqlite|sqlserver)\./,
];

export const isUnread = (file) => UNREAD.some((it) => it.test(file));

export function removeUnread(root) {
  const packages = path.join(root, "node_modules");
  const entries = fs.readdirSync(packages, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && isUnread(file)) fs.rmSync(file);
  }
}
