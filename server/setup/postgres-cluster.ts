// The embedded PostgreSQL's cluster: the data folder, made once, and the password to it.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { Log } from "#core/log";
import { bareEnv, findHome, type Home } from "./postgres-home";

const run = promisify(execFile);

export interface Cluster extends Home {
  data: string;
  password: string;
}

/** Makes the cluster under another name first, so that a half-made one is never taken for whole. */
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

/** Gives data that a copy or a chown left to the wrong user back to the one who is to run it. */
function repairOwner({ as, data }: Cluster, log: Log): void {
  if (as.uid === undefined || as.gid === undefined || fs.statSync(data).uid === as.uid) return;
  log.warn(`The database in ${data} belongs to root, as whom PostgreSQL does not run: changed.`);
  const { uid, gid } = as;
  for (const entry of fs.readdirSync(data, { recursive: true, encoding: "utf8" })) {
    fs.lchownSync(path.join(data, entry), uid, gid);
  }
  fs.chownSync(data, uid, gid);
  fs.chmodSync(data, 0o700);
}

/** The cluster that belongs to `folder`, made if there is none. */
export async function openCluster(folder: string, durable: boolean, log: Log): Promise<Cluster> {
  const home = findHome(folder, log);
  const data = path.join(home.folder, "data");
  const passwordFile = path.join(home.folder, "password");
  if (!fs.existsSync(data)) {
    const password = randomBytes(24).toString("base64url");
    fs.rmSync(passwordFile, { force: true });
    fs.writeFileSync(passwordFile, password, { mode: 0o600 });
    log.info(`Making a PostgreSQL cluster in ${home.folder}.`);
    await initialise(home, password, durable);
  }
  if (!fs.existsSync(passwordFile)) {
    throw new Error(
      `${passwordFile}, the password of the database beside it, is missing. Put it back, or ` +
        `move ${data} away to start with an empty database.`,
    );
  }
  const { stdout } = await run(path.join(home.bin, "postgres"), ["--version"], home.as);
  const version = fs.readFileSync(path.join(data, "PG_VERSION"), "utf8").trim();
  if (!stdout.includes(` ${version}.`)) {
    throw new Error(
      `The database in ${data} was made by PostgreSQL ${version}; here is ${stdout.trim()}. ` +
        "Dump it with the former version of the app and load it into an empty one.",
    );
  }
  const cluster = { ...home, data, password: fs.readFileSync(passwordFile, "utf8").trim() };
  repairOwner(cluster, log);
  return cluster;
}
