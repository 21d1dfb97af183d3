// The folder of the checkout that the running code belongs to, bundled or not.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The nearest folder above this module (or the working directory) that has migrations. */
export function projectRoot(): string {
  for (const start of [path.dirname(fileURLToPath(import.meta.url)), process.cwd()]) {
    for (let folder = start; ; folder = path.dirname(folder)) {
      if (fs.existsSync(path.join(folder, "prisma/migrations"))) return folder;
      if (folder === path.dirname(folder)) break;
    }
  }
  throw new Error("prisma/migrations was not found. Run this inside the checkout of the app.");
}
