// Rows of registries' real exports, which may be beside the checkout. Tests of them are skipped
// without it; their titles name the folder, so that CI tells such a skip from a missing tool.
import fs from "node:fs";
import path from "node:path";

export const REAL_EXPORTS = "../shared/data/registries";
export const hasRealExports = fs.existsSync(REAL_EXPORTS);

/** Text of one export, such as `verra/retirements.csv`. */
export function realExport(...names: string[]): string {
  return fs.readFileSync(path.join(REAL_EXPORTS, ...names), "utf8");
}
