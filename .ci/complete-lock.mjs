// Adds optional packages of other platforms to package-lock.json. npm leaves them out if its
// registry does not carry them, and then `npm ci` refuses the lock file. `--check` changes nothing.
import fs from "node:fs";

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(fs.readFileSync(file, "utf8"));
const systems = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const cpus = [
  "arm64",
  "arm",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "x64",
  "wasm32",
];

/** Node's lookup of package `name` from the package at `from`. */
function isLocked(from, name) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, "")) {
    if (lock.packages[`${folder ? `${folder}/` : ""}node_modules/${name}`]) return true;
    if (folder === "") return false;
  }
}

function entryOf(name, version, parent) {
  const parts = name.split(/[/-]/);
  const os = systems.filter((it) => parts.includes(it));
  const cpu = cpus.filter((it) => parts.includes(it));
  const libc = /-musl/.test(name) ? ["musl"] : /-gnu/.test(name) ? ["glibc"] : [];
  return {
    version,
    ...(cpu.length ? { cpu } : {}),
    ...(libc.length ? { libc } : {}),
    ...(parent.dev ? { dev: true } : {}),
    ...(parent.devOptional ? { devOptional: true } : {}),
    optional: true,
    ...(os.length ? { os } : {}),
  };
}

const missing = {};
for (const [from, parent] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
    const version = /^[\^~]?(\d+\.\d+\.\d+\S*)$/.exec(range)?.[1];
    if (version && !isLocked(from, name)) {
      missing[`node_modules/${name}`] = entryOf(name, version, parent);
    }
  }
}

const names = Object.keys(missing).map((it) => it.replace("node_modules/", ""));
if (names.length && process.argv.includes("--check")) {
  process.stderr.write(
    `package-lock.json lacks ${names.join(", ")}. Run: node .ci/complete-lock.mjs\n`,
  );
  process.exit(1);
}
if (names.length) {
  const all = Object.entries({ ...lock.packages, ...missing });
  lock.packages = Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
  fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`Added to package-lock.json: ${names.join(", ")}\n`);
}
