// Compiles the package to dist, or to a folder: ES modules, and CommonJS in cjs.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const root = import.meta.dirname;
const target = path.resolve(process.argv[2] ?? path.join(root, "dist"));
const cjs = path.join(target, "cjs");
const manifest = createRequire(import.meta.url).resolve("typescript/package.json");
const tsc = path.join(path.dirname(manifest), "bin/tsc");

function compile(config, folder) {
  const args = [tsc, "-p", path.join(root, config), "--outDir", folder];
  execFileSync(process.execPath, args, { stdio: "inherit" });
}

fs.rmSync(target, { recursive: true, force: true });
compile("tsconfig.json", target);
compile("tsconfig.cli.json", target);
compile("tsconfig.cjs.json", cjs);
fs.writeFileSync(path.join(cjs, "package.json"), '{ "type": "commonjs" }\n');
