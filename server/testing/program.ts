// Starts of programs in tests. Most run from a bundle, as in production: tsx takes a second more for
// each start.
import { execFileSync } from "node:child_process";
import path from "node:path";
import { bundleArguments, isBundledProgram } from "#bundle";

const root = path.resolve(import.meta.dirname, "../..");
let isCurrent = false;

function ensureBundle(): void {
  if (isCurrent) return;
  execFileSync(process.execPath, ["server/setup/bundle.mjs", "tests"], { cwd: root });
  isCurrent = true;
}

/** Arguments of Node for a program of this checkout; `source` is relative to its root. */
export function programArguments(source: string): string[] {
  if (!isBundledProgram(source)) return ["--import", "tsx", source];
  ensureBundle();
  return bundleArguments(root, path.parse(source).name);
}
