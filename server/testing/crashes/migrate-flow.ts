// The migration flow: applies a few migrations to a database that has all earlier ones.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { withClient } from "#core/db-client";
import type { Log } from "#core/log";
import { migrate, migrationsFolder } from "#setup/migrations";
import { difference, flow } from "#testing/crashes/flow";
import { addressNow } from "#testing/crashes/lifetime";
import { copyDatabase, dropDatabase } from "#testing/world/scratch";

const MIGRATIONS_PER_RUN = 3;

const quiet: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

const SCHEMA = `
  SELECT md5(string_agg(line, E'\\n' ORDER BY line)) AS digest FROM (
    SELECT concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable, column_default)
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT concat_ws(' ', migration_name, count(*), bool_and(finished_at IS NOT NULL))
      FROM _prisma_migrations GROUP BY migration_name
  ) it (line)`;

async function schemaOf(url: string): Promise<string> {
  const { rows } = await withClient(url, (client) => client.query<{ digest: string }>(SCHEMA));
  return rows[0]?.digest ?? "";
}

function folderOf(names: readonly string[], count: number): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-migrations-"));
  for (const name of names.slice(0, count)) {
    fs.symlinkSync(path.join(migrationsFolder(), name), path.join(folder, name));
  }
  return folder;
}

interface Stage {
  /** URL of the database before the migrations. */
  before: string;
  /** Folder with the migrations to apply. */
  folder: string;
  /** Digest of the schema after them. */
  schema: string;
}

const nameIn = (url: string) => new URL(url).pathname.slice(1);

const stages = new Map<string, Promise<Stage>>();

async function prepareStage(server: string, seed: number): Promise<Stage> {
  const names = fs
    .readdirSync(migrationsFolder(), { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    .sort();
  const windows = Math.ceil(names.length / MIGRATIONS_PER_RUN);
  const end = names.length - MIGRATIONS_PER_RUN * ((seed - 1) % windows);
  const start = Math.max(0, end - MIGRATIONS_PER_RUN);
  const before = await copyDatabase(server, "template0");
  // An empty folder would be an error.
  if (start > 0) await migrate(before, quiet, folderOf(names, start));
  const folder = folderOf(names, end);
  const after = await copyDatabase(server, nameIn(before));
  await migrate(after, quiet, folder);
  const schema = await schemaOf(after);
  await dropDatabase(server, after);
  return { before, folder, schema };
}

/** Drops the databases and folders that the stages of this process use. */
export async function dropStages(server: string): Promise<void> {
  for (const stage of stages.values()) {
    const { before, folder } = await stage;
    await dropDatabase(server, before);
    fs.rmSync(folder, { recursive: true, force: true });
  }
  stages.clear();
}

export interface Migrating extends Stage {
  databaseUrl: string;
}

export const migrating = flow<Migrating>({
  name: "migrate",
  ownDatabase: true,
  async prepare({ world, seed }) {
    const server = world.databaseUrl;
    const key = `${seed}`;
    const stage = stages.get(key) ?? prepareStage(server, seed);
    stages.set(key, stage);
    const ready = await stage;
    return { ...ready, databaseUrl: await copyDatabase(server, nameIn(ready.before)) };
  },
  async run({ databaseUrl, folder }) {
    await migrate(addressNow({ databaseUrl }), quiet, folder);
  },
  async judge({ databaseUrl, schema }, _client, world) {
    const schemaAfter = await schemaOf(databaseUrl);
    await dropDatabase(world.databaseUrl, databaseUrl);
    return difference("the schema", schemaAfter, schema);
  },
});
