// Databases of runs: a new migrated one that is dropped at the end, and copies of it.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { withClient } from "#core/db-client";
import { log } from "#core/log";
import { startPostgres } from "#setup/embedded-postgres";
import { migrate } from "#setup/migrations";

export interface Scratch {
  url: string;
  name: string;
  /** URL of the server's default database. */
  server: string;
  /** Location of the server, for messages. */
  location: string;
  /** Folder of the server, if it was started here. */
  home: string;
  /** Log files of child processes; deleted at the end. */
  folder: string;
  /** Drops the database, unless `keep`, and stops the server if it was started here. */
  close(keep?: boolean): Promise<void>;
}

interface Options {
  /** Kind of run: prefix of the database, and folder in the data folder. */
  name: string;
  /** Server to use instead of an embedded one. */
  server?: string | undefined;
  durable: boolean;
}

/** The server's URL with another database. */
function named(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

const execute = (server: string, sql: string) =>
  withClient(server, (client) => client.query(sql)).then(() => undefined);

/** Copies a database, to which nothing may be connected. Returns the copy's URL. */
export async function copyDatabase(server: string, template: string): Promise<string> {
  const name = `ct_test_${process.pid}_${randomBytes(6).toString("hex")}`;
  await execute(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return named(server, name);
}

export function dropDatabase(server: string, url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  return execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** Creates the database and puts its URL into DATABASE_URL. */
export async function openScratch(options: Options): Promise<Scratch> {
  const home = path.resolve(process.env["CT_DATA_DIR"] || ".data", options.name);
  const { durable } = options;
  const own = options.server ? undefined : await startPostgres({ dataDir: home, durable, log });
  const server = own?.url ?? options.server ?? "";
  const name = `${options.name.replace("-", "_")}_${process.pid}_${randomBytes(3).toString("hex")}`;
  const url = named(server, name);
  const folder = path.join(home, name);
  try {
    fs.mkdirSync(folder, { recursive: true });
    await execute(server, `CREATE DATABASE ${name}`);
    await migrate(url, log);
  } catch (error) {
    await own?.stop();
    throw error;
  }
  process.env["DATABASE_URL"] = url;
  return {
    url,
    name,
    server,
    location: own ? home : new URL(url).host,
    home,
    folder,
    async close(keep = false) {
      if (!keep) {
        await dropDatabase(server, url);
        fs.rmSync(folder, { recursive: true, force: true });
      }
      await own?.stop();
    },
  };
}
