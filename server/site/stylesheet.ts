// The style sheet of all public pages: Tailwind's classes that they use, and their typeface.
import fs from "node:fs";
import path from "node:path";

const SOURCE = "app/public.css";
const BUILT = ".next/public.css";

/** Compiles the style sheet from the sources in `root`; within a fraction of a second. */
async function compileStylesheet(root: string): Promise<string> {
  const [{ default: postcss }, { default: tailwind }] = await Promise.all([
    import("postcss"),
    import("@tailwindcss/postcss"),
  ]);
  const from = path.join(root, SOURCE);
  const plugin = tailwind({ base: root, optimize: { minify: true } });
  return (await postcss([plugin]).process(fs.readFileSync(from, "utf8"), { from })).css;
}

/** Writes the style sheet beside the build of the other pages. */
export async function buildStylesheet(root: string): Promise<void> {
  fs.writeFileSync(path.join(root, BUILT), await compileStylesheet(root));
}

/** The style sheet as it was built; in development as the sources are now. */
export async function readStylesheet(root: string, { dev }: { dev: boolean }): Promise<string> {
  const built = path.join(root, BUILT);
  const isBuilt = !dev && fs.existsSync(built);
  return isBuilt ? fs.readFileSync(built, "utf8") : compileStylesheet(root);
}
