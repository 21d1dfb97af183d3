// A database of its own for torture and bench: fresh and migrated, and dropped at the end.
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
  /** The address of the server's own database. */
  server: string;
  /** The server that holds it, in words. */
  place: string;
  /** For outputs of child processes; gone at the end too. */
  folder: string;
  /** Drops the database (unless it is to be kept) and stops the server if it was started here. */
  close(keep?: boolean): Promise<void>;
}

interface Wanted {
  /** The run's kind: names the database and the folder below the data folder. */
  name: string;
  /** A server to use in place of an embedded one. */
  server?: string | undefined;
  durable: boolean;
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Makes the database and puts its address in DATABASE_URL. */
export async function openScratch(wanted: Wanted): Promise<Scratch> {
  const home = path.resolve(process.env["CT_DATA_DIR"] || ".data", wanted.name);
  const { durable } = wanted;
  const own = wanted.server ? undefined : await startPostgres({ dataDir: home, durable, log });
  const server = own?.url ?? wanted.server ?? "";
  const name = `${wanted.name.replace("-", "_")}_${process.pid}_${randomBytes(3).toString("hex")}`;
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
    place: own ? home : url.host,
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
