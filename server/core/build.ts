// The version of the program.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { telemetry } from "./telemetry-settings";

/** Returns the nearest folder with migrations above this module or the working directory. */
export function projectRoot(): string {
  for (const start of [path.dirname(fileURLToPath(import.meta.url)), process.cwd()]) {
    for (let folder = start; ; folder = path.dirname(folder)) {
      if (fs.existsSync(path.join(folder, "prisma/migrations"))) return folder;
      if (folder === path.dirname(folder)) break;
    }
  }
  throw new Error("prisma/migrations was not found. Run this inside the checkout of the app.");
}

/** Returns `unknown` where there is no package.json. */
export function readVersion(): string {
  try {
    const text = fs.readFileSync(path.join(projectRoot(), "package.json"), "utf8");
    return /"version": "([^"]+)"/.exec(text)?.[1] ?? "unknown";
  } catch {
    return "unknown";
  }
}

/** Returns the commit that the checkout is at, if it is one of Git. */
function readCommit(): string {
  const folder = path.join(projectRoot(), ".git");
  const read = (name: string) => fs.readFileSync(path.join(folder, name), "utf8").trim();
  try {
    const [, ref] = /^ref: (.+)$/.exec(read("HEAD")) ?? [];
    return ref === undefined ? read("HEAD") : read(ref);
  } catch {
    return "unknown";
  }
}

/** Returns the version, and the commit: CT_COMMIT, or that of the checkout. */
export function readBuild(): { version: string; commit: string } {
  return { version: readVersion(), commit: telemetry.current.CT_COMMIT ?? readCommit() };
}
