// Bundles the programs of production, and those that tests start often: starting from a few files takes a fraction of the time and
// memory that compiling each source at every start takes. Development runs the sources.
// Plain JavaScript, because server/boot.mjs runs before anything is compiled. It is run as a
// program, because esbuild's memory should not stay with the server.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { withFileLock } from "./file-lock.mjs";

const PRODUCTION = {
  folder: "dist",
  programs: {
    start: "server/start.ts",
    worker: "server/worker.ts",
    till: "server/till.ts",
    build: "server/build.ts",
    demo: "server/demo.ts",
    renderer: "server/http/renderer.ts",
    "read-exports": "server/read-exports.ts",
    "render-certificates": "server/render-certificates.ts",
  },
};
const TESTS = {
  folder: ".data/programs",
  programs: {
    "api-server": "server/testing/world/api-server.ts",
    "fake-stripe-server": "server/testing/fake-stripe-server.ts",
    "killed-child": "server/testing/crashes/killed-child.ts",
    "rolling-server": "server/testing/rolling-server.ts",
  },
};

/** Native, found by path, or as large as everything else; loaded from node_modules. */
const FROM_PACKAGES = [
  "@prisma/client/*",
  "@react-pdf/layout",
  "@react-pdf/render",
  "@react-pdf/renderer",
  "@tailwindcss/postcss",
  "esbuild",
  "libpg-query",
  "next",
  "next/*",
  "pdfkit",
  "pg-native",
  "postcss",
  "react",
  "react/*",
  "react-dom",
  "react-dom/*",
  "sharp",
  "woff2-encoder",
];

const folderIn = (root, { folder }) => path.join(root, folder);
const recordIn = (root, set) => path.join(folderIn(root, set), "bundle.json");

/** The bundle of program `name`, for Node. */
export function bundleOf(root, name) {
  const { folder } = name in TESTS.programs ? TESTS : PRODUCTION;
  return path.join(root, folder, `${name}.mjs`);
}

/** The default, 16 MB, grows a process that is mostly idle by 70 MB. */
const YOUNG_HEAP = "--max-semi-space-size=8";

/** Arguments of Node that run the bundle of program `name`. */
export function bundleArguments(root, name) {
  return [YOUNG_HEAP, "--enable-source-maps", bundleOf(root, name)];
}

/** Returns true if the source, relative to the root, is bundled: for production, or for tests. */
export function isBundledProgram(source) {
  return [PRODUCTION, TESTS].some(({ programs }) => Object.values(programs).includes(source));
}

function readRecord(root, set) {
  try {
    return JSON.parse(fs.readFileSync(recordIn(root, set), "utf8"));
  } catch {
    return null;
  }
}

function hashOf(root, inputs) {
  const hash = createHash("sha256");
  for (const file of ["package-lock.json", "server/setup/bundle.mjs", ...inputs]) {
    hash.update(file).update(fs.readFileSync(path.join(root, file)));
  }
  return hash.digest("hex");
}

/** Returns the record if the sources have not changed since. */
function currentRecord(root, set) {
  const record = readRecord(root, set);
  try {
    return record && hashOf(root, record.inputs) === record.hash ? record : null;
  } catch {
    // A source was removed.
    return null;
  }
}

/** Sources of tests find other files by their own address. */
const addressesOfSources = {
  name: "addresses of sources",
  setup({ onLoad }) {
    onLoad({ filter: /\/server\/testing\/.*\.ts$/ }, ({ path: file }) => ({
      contents: fs
        .readFileSync(file, "utf8")
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(file).href))
        .replaceAll("import.meta.dirname", JSON.stringify(path.dirname(file))),
      loader: "ts",
    }));
  },
};

async function bundle(root, set) {
  const { build } = await import("esbuild");
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: set.programs,
    outdir: folderIn(root, set),
    outExtension: { ".js": ".mjs" },
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    // Dynamic imports stay separate files, which are loaded when they are needed.
    splitting: true,
    external: FROM_PACKAGES,
    // A CommonJS package that is imported dynamically would have no named exports.
    mainFields: ["module", "main"],
    format: "esm",
    platform: "node",
    target: "node24",
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: true,
    sourcesContent: false,
    banner: {
      js: 'import{createRequire as r__}from"node:module";const require=r__(import.meta.url);',
    },
    legalComments: "none",
    metafile: true,
    logLevel: "silent",
    plugins: set === TESTS ? [addressesOfSources] : [],
  });
  const inputs = Object.keys(metafile.inputs).filter((file) => !/(^|\/)node_modules\//.test(file));
  return { inputs: inputs.sort(), outputs: Object.keys(metafile.outputs) };
}

/** Used with the files of the bundle before, too: a running program may not have loaded them. */
function removeAllBut(root, set, files) {
  const entries = fs.readdirSync(folderIn(root, set), { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((it) => it.isFile())) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    const name = path.relative(root, file).split(path.sep).join("/");
    if (!files.includes(name)) fs.rmSync(file, { force: true });
  }
}

export function isBundled(root) {
  return currentRecord(root, PRODUCTION) !== null;
}

async function ensureBundle(root, set) {
  fs.mkdirSync(path.join(root, ".data"), { recursive: true });
  await withFileLock(path.join(root, ".data/bundle.lock"), async () => {
    if (currentRecord(root, set)) return;
    const former = readRecord(root, set)?.outputs ?? [];
    const { inputs, outputs } = await bundle(root, set);
    removeAllBut(root, set, [...former, ...outputs]);
    const record = { hash: hashOf(root, inputs), inputs, outputs };
    fs.writeFileSync(recordIn(root, set), `${JSON.stringify(record, null, 2)}\n`);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureBundle(process.cwd(), PRODUCTION);
  // Programs of tests start programs of production, such as the decoder of images.
  if (process.argv[2] === "tests") await ensureBundle(process.cwd(), TESTS);
}
