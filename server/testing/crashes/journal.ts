// Results of a long campaign, so that it can continue after an interruption.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Result } from "#testing/crashes/campaign";

/** Digest of all code that runs: other code gets another journal. */
function treeDigest(root: string): string {
  const hash = createHash("sha256");
  for (const folder of ["server", "prisma/migrations", "prisma/schema"]) {
    const names = fs.readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });
    for (const name of names.sort()) {
      const file = path.join(root, folder, name);
      if (fs.statSync(file).isFile()) hash.update(name).update(fs.readFileSync(file));
    }
  }
  return hash.digest("hex").slice(0, 12);
}

export class Journal {
  readonly file: string;
  readonly #results = new Map<string, Result>();

  constructor(folder: string, root: string) {
    fs.mkdirSync(folder, { recursive: true });
    this.file = path.join(folder, `${treeDigest(root)}.jsonl`);
    const lines = fs.existsSync(this.file) ? fs.readFileSync(this.file, "utf8").split("\n") : [];
    // The last line is incomplete if the writer was killed.
    for (const line of lines.filter((one) => one.endsWith("}"))) {
      const result = JSON.parse(line) as Result;
      this.#results.set(result.name, result);
    }
  }

  has(name: string): boolean {
    return this.#results.has(name);
  }

  get results(): readonly Result[] {
    return [...this.#results.values()];
  }

  add(result: Result): void {
    this.#results.set(result.name, result);
    fs.appendFileSync(this.file, `${JSON.stringify(result)}\n`);
  }
}
