// Fills an empty database with a dump, in one transaction.
import { once } from "node:events";
import { finished } from "node:stream/promises";
import pg from "pg";
import { type CopyStreamQuery, from as copyFrom } from "pg-copy-streams";
import type { Log } from "#core/log";
import { applyToNewTables, type Migration } from "./apply-migration";
import { connectDirectly } from "./database-connection";
import {
  copiedColumns,
  type Dump,
  type DumpedFile,
  type DumpedTable,
  type DumpHeader,
  listTables,
  prepareCopying,
} from "./dump-database";
import { lockMigrations } from "./migration-lock";
import { isSameMigration, migrationsFolder, RECORDS, readMigrations } from "./migrations";

/** Returns the dump's migrations. @throws if this version does not know them all */
function knownMigrations({ migrations }: DumpHeader, folder = migrationsFolder()): Migration[] {
  const all = readMigrations(folder);
  const unknown = migrations.filter(({ name }) => !all.some((it) => it.name === name));
  if (unknown.length > 0) {
    const names = unknown.map(({ name }) => name).join(", ");
    throw new Error(
      "It was taken by a newer version of the app, whose tables this version does not know: it " +
        `has ${names}. Install that version or a newer one, and repeat.`,
    );
  }
  const known = all.filter((it) => migrations.some(({ name }) => name === it.name));
  const changed = known.find(
    (it) => !migrations.some((one) => one.name === it.name && isSameMigration(it, one.checksum)),
  );
  if (!changed) return known;
  throw new Error(
    `It was taken by another build of the app, whose migration ${changed.name} is different. ` +
      "Restore it with that build.",
  );
}

const OBJECTS = `
  SELECT count(*)::int AS count FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f')`;

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(OBJECTS);
  if (rows[0]?.count === 0) return;
  throw new Error(
    "The target database is not empty, and nothing was changed. Create a new database and name it " +
      "in DATABASE_URL, or name an empty folder in CT_DATA_DIR.",
  );
}

/** Foreign keys and indexes, in the order in which they can be created. */
const SLOW_KEYS = `
  SELECT * FROM (
    SELECT 1 AS step, i.indexrelid::regclass::text AS name,
           format('DROP INDEX %s', i.indexrelid::regclass) AS drop,
           pg_get_indexdef(i.indexrelid) AS create
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    WHERE c.relnamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT FROM pg_constraint k
                      WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
    UNION ALL
    SELECT 2, k.conname,
           format('ALTER TABLE %s DROP CONSTRAINT %I', k.conrelid::regclass, k.conname),
           format('ALTER TABLE %s ADD CONSTRAINT %I %s',
                  k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
    FROM pg_constraint k
    WHERE k.contype = 'f' AND k.connamespace = current_schema()::regnamespace
  ) keys ORDER BY step, name`;

interface SlowKey {
  drop: string;
  create: string;
}

/**
 * Creates the tables of the dump without what is faster to build afterwards: foreign keys, which are
 * then checked for all rows at once, and indexes.
 */
async function createTables(client: pg.Client, migrations: readonly Migration[]) {
  await client.query(RECORDS);
  for (const migration of migrations) await applyToNewTables(client, migration);
  const tables = await listTables(client);
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  // Migrations may insert rows, which the dump has as well.
  await client.query(`TRUNCATE ${names.join(", ")}`);
  const { rows: keys } = await client.query<SlowKey>(SLOW_KEYS);
  for (const { drop } of keys.toReversed()) await client.query(drop);
  return { tables, keys };
}

/** COPY of one table: rows arrive in parts. */
function openCopy(client: pg.Client, table: DumpedTable) {
  // FREEZE: no one sees the rows before the commit, so they need no later vacuum.
  const stream: CopyStreamQuery = client.query(
    copyFrom(`COPY ${copiedColumns(table)} FROM STDIN (FREEZE)`),
  );
  const done = finished(stream);
  done.catch(() => {});
  return {
    table: table.name,
    async write(bytes: Buffer): Promise<void> {
      if (!stream.write(bytes)) await Promise.race([once(stream, "drain"), done]);
    },
    async end(): Promise<number> {
      stream.end();
      await done;
      return stream.rowCount;
    },
  };
}

type Copy = ReturnType<typeof openCopy>;

async function storeFile(client: pg.Client, { key, contentType, bytes }: DumpedFile) {
  await client.query(
    `INSERT INTO files (key, content_type, bytes, sha256, created_at)
     VALUES ($1, $2, $3, sha256($3), now()) ON CONFLICT DO NOTHING`,
    [key, contentType, bytes],
  );
}

/** Copies all parts. Returns the rows of each table. @throws if the dump is not complete */
async function copyParts(
  client: pg.Client,
  { header, parts }: Dump,
): Promise<Record<string, number>> {
  const loaded: Record<string, number> = {};
  for (const { name } of header.tables) loaded[name] = 0;
  let copy: Copy | undefined;
  let expected: Record<string, number> | undefined;
  const endCopy = async () => {
    if (copy) loaded[copy.table] = await copy.end();
    copy = undefined;
  };
  for await (const part of parts) {
    if (!("table" in part) || copy?.table !== part.table) await endCopy();
    if ("rows" in part) expected = part.rows;
    else if ("file" in part) await storeFile(client, part.file);
    else {
      const table = header.tables.find(({ name }) => name === part.table);
      if (!table) throw new Error(`Its table ${part.table} is not in its header.`);
      copy ??= openCopy(client, table);
      await copy.write(part.bytes);
    }
  }
  if (!expected) throw new Error("Its end is missing.");
  for (const [table, rows] of Object.entries(loaded)) {
    if (expected[table] === rows) continue;
    throw new Error(`Table ${table} has ${rows} rows, but ${expected[table]} were expected.`);
  }
  return loaded;
}

interface LoadOptions {
  folder?: string | undefined;
  /** Runs in the transaction after all rows are in place. */
  beforeCommit?: (client: pg.Client, rows: Record<string, number>) => Promise<void>;
}

async function load(
  client: pg.Client,
  dump: Dump,
  { folder, beforeCommit }: LoadOptions,
): Promise<Record<string, number>> {
  const migrations = knownMigrations(dump.header, folder);
  await client.query("BEGIN");
  await requireEmpty(client);
  const { keys } = await createTables(client, migrations);
  const rows = await copyParts(client, dump);
  for (const { name, lastValue } of dump.header.sequences) {
    await client.query("SELECT setval($1::regclass, $2)", [pg.escapeIdentifier(name), lastValue]);
  }
  await client.query("SET LOCAL maintenance_work_mem = '256MB'");
  for (const { create } of keys) await client.query(create);
  await beforeCommit?.(client, rows);
  await client.query("COMMIT");
  return rows;
}

/**
 * Fills an empty database: with everything, or if anything fails, with nothing. Returns the rows of
 * each table.
 */
export async function loadDatabase(
  url: string,
  dump: Dump,
  { log, ...options }: LoadOptions & { log: Log },
): Promise<Record<string, number>> {
  const client = await connectDirectly(url, log, { application_name: "carbon-till restore" });
  try {
    await prepareCopying(client);
    await lockMigrations(client, log);
    const rows = await load(client, dump, options);
    // Otherwise PostgreSQL does it later.
    await client.query("ANALYZE").catch(() => undefined);
    return rows;
  } finally {
    await client.end();
  }
}
