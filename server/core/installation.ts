// What runs here: the product's version, and the database that it stands on.
import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Context } from "./context";
import type { Statement } from "./db";
import { migrationsFolder } from "./migrations";

export interface Installation {
  version: string;
  /** PostgreSQL's own, such as "18.1". */
  databaseVersion: string;
  databaseBytes: number;
  migrations: number;
  latestMigration: string | null;
}

const ASK: Statement = {
  name: "installation-ask",
  text: `
    SELECT current_setting('server_version') AS "databaseVersion",
           pg_database_size(current_database()) AS "databaseBytes",
           count(*)::int AS migrations, max(migration_name) AS "latestMigration"
    FROM _prisma_migrations WHERE finished_at IS NOT NULL`,
};

function readVersion(): string {
  const file = path.join(migrationsFolder(), "../../package.json");
  return z.object({ version: z.string() }).parse(JSON.parse(fs.readFileSync(file, "utf8"))).version;
}

/** Sizes in bytes. */
export async function getInstallation(ctx: Context): Promise<Installation> {
  const [row] = await ctx.db.query<Omit<Installation, "version">>(ASK, []);
  if (!row) throw new Error("the database told nothing of itself");
  return { version: readVersion(), ...row };
}
