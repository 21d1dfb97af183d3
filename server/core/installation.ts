// What runs here: the product's version, and the database that it stands on.
import fs from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "./context";
import { projectRoot } from "./project-root";
import { type Params, queriesOn } from "./query";

export interface Installation {
  version: string;
  /** PostgreSQL's own, such as "18.1". */
  databaseVersion: string;
  databaseBytes: number;
  migrations: number;
  latestMigration: string | null;
}

const query = queriesOn<{
  _prismaMigrations: { migrationName: string; finishedAt: Date | null };
}>();

const findFacts = query("installation-ask", (db, _none: Params<object>) =>
  db
    .selectFrom("_prismaMigrations")
    .select((eb) => [
      sql<string>`current_setting('server_version')`.as("databaseVersion"),
      sql<number>`pg_database_size(current_database())`.as("databaseBytes"),
      eb.fn.countAll<number>().as("migrations"),
      eb.fn.max<string | null>("migrationName").as("latestMigration"),
    ])
    .where("finishedAt", "is not", null),
);

function readVersion(): string {
  const file = path.join(projectRoot(), "package.json");
  return z.object({ version: z.string() }).parse(JSON.parse(fs.readFileSync(file, "utf8"))).version;
}

/** Sizes in bytes. */
export async function getInstallation(ctx: Context): Promise<Installation> {
  const [row] = await findFacts(ctx.db, {});
  if (!row) throw new Error("the database told nothing of itself");
  return { version: readVersion(), ...row };
}
