// The migration flow: applies a few migrations to a database that has all earlier ones.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { withClient } from "#core/db-client";
import type { Log } from "#core/log";
import { migrate, migrationsFolder } from "#setup/migrations";
import { difference, flow } from "#testing/crashes/flow";
import { addressNow } from "#testing/crashes/lifetime";

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

function named(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

interface Stage {
  /** Database before the migrations. */
  template: string;
  /** Folder with the migrations to apply. */
  folder: string;
  /** Digest of the schema after them. */
  schema: string;
}

const stages = new Map<string, Promise<Stage>>();
let count = 0;

async function copyOf(server: string, template: string): Promise<string> {
  count += 1;
  const name = `ct_test_${process.pid}_migrate_${count}`;
  await withClient(server, async (client) => {
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  return named(server, name);
}

async function drop(server: string, url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await withClient(server, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  );
}

async function prepareStage(server: string, seed: number): Promise<Stage> {
  const names = fs
    .readdirSync(migrationsFolder(), { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    .sort();
  const windows = Math.ceil(names.length / MIGRATIONS_PER_RUN);
  const end = names.length - MIGRATIONS_PER_RUN * ((seed - 1) % windows);
  const start = Math.max(0, end - MIGRATIONS_PER_RUN);
  const before = await copyOf(server, "template0");
  // An empty folder would be an error.
  if (start > 0) await migrate(before, quiet, folderOf(names, start));
  const template = new URL(before).pathname.slice(1);
  const folder = folderOf(names, end);
  const after = await copyOf(server, template);
  await migrate(after, quiet, folder);
  const schema = await schemaOf(after);
  await drop(server, after);
  return { template, folder, schema };
}

/** Drops the databases and folders that the stages of this process use. */
export async function dropStages(server: string): Promise<void> {
  for (const stage of stages.values()) {
    const { template, folder } = await stage;
    await drop(server, named(server, template));
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
    return { ...ready, databaseUrl: await copyOf(server, ready.template) };
  },
  async run({ databaseUrl, folder }) {
    await migrate(addressNow({ databaseUrl }), quiet, folder);
  },
  async judge({ databaseUrl, schema }, _client, world) {
    const schemaAfter = await schemaOf(databaseUrl);
    await drop(world.databaseUrl, databaseUrl);
    return difference("the schema", schemaAfter, schema);
  },
});
