// Starts of other programs of the app.
import path from "node:path";
import { projectRoot } from "./build";

/** The bundle of production, not the sources that development and tests run. */
const isBundled = import.meta.url.endsWith(".mjs");

/**
 * Arguments of Node. `source` is relative to the root. Bundles run without source maps: Node would
 * hold those of all pages in memory, about 150 MB.
 */
export function programLine(
  source:
    | "server/build.ts"
    | "server/demo.ts"
    | "server/http/renderer.ts"
    | "server/read-exports.ts",
): string[] {
  if (!isBundled) return ["--import", "tsx", source];
  const { name } = path.parse(source);
  return [path.join(projectRoot(), "dist", `${name}.mjs`)];
}
