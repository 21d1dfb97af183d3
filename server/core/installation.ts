import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "./context";
import { type Params, queriesOn } from "./query";
import { telemetry } from "./telemetry-settings";

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

function readVersion(): string {
  const file = path.join(projectRoot(), "package.json");
  return z.object({ version: z.string() }).parse(JSON.parse(fs.readFileSync(file, "utf8"))).version;
}

/** Returns the commit that the checkout is at, if it is one of Git. */
function readCommit(): string {
  const folder = path.join(projectRoot(), ".git");
  const read = (name: string) => fs.readFileSync(path.join(folder, name), "utf8").trim();
  try {
    const [, ref] = /^ref: (.+)$/.exec(read("HEAD")) ?? [];
    return ref === undefined ? read("HEAD") : read(ref);
  } catch {
    return "unknown";
  }
}

/** Returns the version, and the commit: CT_COMMIT, or that of the checkout. */
export function readBuild(): { version: string; commit: string } {
  return { version: readVersion(), commit: telemetry.current.CT_COMMIT ?? readCommit() };
}

export async function getInstallation(ctx: Context): Promise<Installation> {
  const [row] = await findFacts(ctx.db, {});
  if (!row) throw new Error("the query for database facts returned no row");
  return { version: readVersion(), ...row };
}

/** Returns the nearest folder with migrations above this module or the working directory. */
export function projectRoot(): string {
  for (const start of [path.dirname(fileURLToPath(import.meta.url)), process.cwd()]) {
    for (let folder = start; ; folder = path.dirname(folder)) {
      if (fs.existsSync(path.join(folder, "prisma/migrations"))) return folder;
      if (folder === path.dirname(folder)) break;
    }
  }
  throw new Error("prisma/migrations was not found. Run this inside the checkout of the app.");
}
