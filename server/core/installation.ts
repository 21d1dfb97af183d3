import { sql } from "kysely";
import { readVersion } from "./build";
import type { Context } from "./context";
import { type Params, queriesOn } from "./query";

const query = queriesOn<{
  _prismaMigrations: { migrationName: string; finishedAt: Date | null };
}>();

export interface Installation {
  version: string;
  /** For example "18.1". */
  databaseVersion: string;
  databaseBytes: number;
  migrations: number;
  latestMigration: string | null;
}

const findFacts = query("installation-find-facts", (db, _none: Params<object>) =>
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

export async function getInstallation(ctx: Context): Promise<Installation> {
  const [row] = await findFacts(ctx.db, {});
  if (!row) throw new Error("the query for database facts returned no row");
  return { version: readVersion(), ...row };
}
