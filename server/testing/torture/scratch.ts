// A new migrated database for a torture or bench run, dropped at the end.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
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

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Creates the database and puts its URL into DATABASE_URL. */
export async function openScratch(options: Options): Promise<Scratch> {
  const home = path.resolve(process.env["CT_DATA_DIR"] || ".data", options.name);
  const { durable } = options;
  const own = options.server ? undefined : await startPostgres({ dataDir: home, durable, log });
  const server = own?.url ?? options.server ?? "";
  const name = `${options.name.replace("-", "_")}_${process.pid}_${randomBytes(3).toString("hex")}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  const folder = path.join(home, name);
  try {
    fs.mkdirSync(folder, { recursive: true });
    await execute(server, `CREATE DATABASE ${name}`);
    await migrate(url.href, log);
  } catch (error) {
    await own?.stop();
    throw error;
  }
  process.env["DATABASE_URL"] = url.href;
  return {
    url: url.href,
    name,
    server,
    location: own ? home : url.host,
    folder,
    async close(keep = false) {
      if (!keep) {
        await execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        fs.rmSync(folder, { recursive: true, force: true });
      }
      await own?.stop();
    },
  };
}
