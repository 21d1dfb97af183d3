// Bundles this checkout's server, without its pages, and worker into one program.
import fs from "node:fs";
import path from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import { migrationsFolder } from "#setup/migrations";

const root = path.resolve(migrationsFolder(), "../..");

/** Starts one of the programs, by the first argument. */
const ENTRY = `
  if (process.argv[2] === "worker") await import("./worker.ts");
  else await import("./start.ts");
`;

/** Loaded from the checkout: each is as large as everything else, or reads files next to it. */
const FROM_CHECKOUT = ["@prisma/client/*", "pg-native", "libpg-query"];
/** Packages for features that no recorded version runs: Stripe's account, passkeys, S3. */
const LEFT_OUT = /^(stripe|@simplewebauthn\/server|@aws-sdk\/client-s3)$/;

/** Leaves out large unused parts, above all Next's build and renderer. */
const onlyWhatIsUsed: Plugin = {
  name: "only-what-is-used",
  setup({ onLoad, onResolve }) {
    onResolve(
      { filter: /^(#public-pages|#setup\/build|#http\/renderer-run|\.\/(pages|page-server))$/ },
      ({ importer }) =>
        /server\/(start|run|http\/front)\.ts$/.test(importer)
          ? { path: path.join(root, "server/testing/versions/next-replacement.ts") }
          : undefined,
    );
    onResolve({ filter: LEFT_OUT }, ({ path: name }) => ({ path: name, namespace: "left-out" }));
    onLoad({ filter: LEFT_OUT, namespace: "left-out" }, () => ({
      contents: "module.exports = {}",
    }));
    // Zod's messages in other languages.
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js"',
    }));
    // It loads its fonts in a way that hides them from the bundle.
    onLoad({ filter: /\/pdfkit\/js\/pdfkit\.node\.mjs$/ }, ({ path: file }) => ({
      contents: fs.readFileSync(file, "utf8").replaceAll("require$1('#", "require('#"),
    }));
  },
};

function packageOf(input: string): string | undefined {
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
}

/** Licenses of the packages in the bundle. */
function licensesOf({ inputs }: Metafile): string {
  const folders = new Set(Object.keys(inputs).flatMap((input) => packageOf(input) ?? []));
  const licenses = [...folders].sort().map((folder) => {
    const manifest = JSON.parse(fs.readFileSync(path.join(root, folder, "package.json"), "utf8"));
    const files = fs.readdirSync(path.join(root, folder)).filter((it) => /^licen[cs]e/i.test(it));
    const [text = manifest.license] = files.map((it) =>
      fs.readFileSync(path.join(root, folder, it), "utf8"),
    );
    return `${manifest.name} ${manifest.version}\n\n${text.trim()}`;
  });
  return `/*\n${licenses.join("\n\n\n").replaceAll("*/", "* /")}\n*/\n`;
}

export async function bundleProgram(): Promise<Buffer> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    stdin: { contents: ENTRY, resolveDir: path.join(root, "server"), sourcefile: "version.ts" },
    plugins: [onlyWhatIsUsed],
    external: FROM_CHECKOUT,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node24",
    banner: {
      js: 'import{createRequire as r__}from"node:module";const require=r__(import.meta.url);',
    },
    legalComments: "none",
    metafile: true,
    write: false,
    logLevel: "warning",
  });
  return Buffer.from((outputFiles[0]?.text ?? "") + licensesOf(metafile));
}
