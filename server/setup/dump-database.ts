// Reads a whole database as of one moment, while programs use it.
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { defaultUse, startUpLimits } from "#core/db-client";

export interface DumpedTable {
  name: string;
  /** Without generated ones. */
  columns: string[];
}

export interface DumpedSequence {
  name: string;
  lastValue: string;
}

export interface DumpHeader {
  takenAt: string;
  /** Version of PostgreSQL. */
  server: string;
  migrations: { name: string; checksum: string }[];
  tables: DumpedTable[];
  sequences: DumpedSequence[];
}

/** A file that is stored outside the database. */
export interface DumpedFile {
  key: string;
  contentType: string;
  bytes: Uint8Array;
}

/** Rows are in COPY's text format. Parts of a table follow each other. */
export type DumpPart =
  | { table: string; bytes: Buffer }
  | { file: DumpedFile }
  /** The last part. Without it the dump is incomplete. */
  | { rows: Record<string, number> };

export interface Dump {
  header: DumpHeader;
  parts: AsyncIterable<DumpPart>;
}

const PART_BYTES = 1_000_000;

const TABLES = `
  SELECT c.relname AS name,
         ARRAY(SELECT a.attname::text FROM pg_attribute a
               WHERE a.attrelid = c.oid AND a.attnum > 0
                 AND NOT a.attisdropped AND a.attgenerated = ''
               ORDER BY a.attnum) AS columns
  FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
    -- Replicas lack unlogged tables, which hold nothing worth keeping.
    AND c.relpersistence = 'p'
  ORDER BY c.relname`;

const SEQUENCES = `
  SELECT sequencename AS name, last_value::text AS "lastValue" FROM pg_sequences
  WHERE schemaname = current_schema() AND last_value IS NOT NULL`;

const MIGRATIONS = `
  SELECT migration_name AS name, checksum FROM _prisma_migrations
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`;

/** Values in a form that does not depend on the server's settings; no limits of time. */
export async function prepareCopying(client: pg.Client): Promise<void> {
  for (const limit of [...Object.keys(startUpLimits(defaultUse)), "statement_timeout"]) {
    await client.query(`SET ${limit} = 0`);
  }
  await client.query(
    "SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET timezone = 'UTC'; " +
      "SET extra_float_digits = 3; SET bytea_output = 'hex'",
  );
}

export async function listTables(client: pg.Client): Promise<DumpedTable[]> {
  return (await client.query<DumpedTable>(TABLES)).rows;
}

const nameAll = (names: readonly string[]) => names.map((it) => pg.escapeIdentifier(it)).join(", ");

/** The part of a COPY statement that names a table with its columns. */
export function copiedColumns({ name, columns }: DumpedTable): string {
  return `${pg.escapeIdentifier(name)} (${nameAll(columns)})`;
}

type Lock = "ACCESS SHARE" | "SHARE";

/**
 * Begins a transaction that sees the database as of one moment, and whose tables no
 * migration changes: the locks come before the snapshot.
 */
async function openSnapshot(client: pg.Client, lock: Lock): Promise<DumpedTable[]> {
  for (;;) {
    const listed = await listTables(client);
    if (listed.length === 0) throw new Error("The database has no tables.");
    const mode = lock === "ACCESS SHARE" ? " READ ONLY" : "";
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ${mode}`);
    await client.query(`LOCK TABLE ${nameAll(listed.map(({ name }) => name))} IN ${lock} MODE`);
    const tables = await listTables(client);
    if (JSON.stringify(tables) === JSON.stringify(listed)) return tables;
    await client.query("ROLLBACK");
  }
}

async function* dumpTable(client: pg.Client, table: DumpedTable): AsyncGenerator<DumpPart, number> {
  const stream = client.query(copyTo(`COPY ${copiedColumns(table)} TO STDOUT`));
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    pieces.push(piece);
    size += piece.length;
    if (size < PART_BYTES) continue;
    yield { table: table.name, bytes: Buffer.concat(pieces) };
    pieces = [];
    size = 0;
  }
  if (size > 0) yield { table: table.name, bytes: Buffer.concat(pieces) };
  return stream.rowCount;
}

async function* dumpParts(
  client: pg.Client,
  tables: readonly DumpedTable[],
  files: AsyncIterable<DumpedFile>,
): AsyncGenerator<DumpPart> {
  const rows: Record<string, number> = {};
  for (const table of tables) rows[table.name] = yield* dumpTable(client, table);
  for await (const file of files) yield { file };
  yield { rows };
}

async function* noFiles(): AsyncGenerator<DumpedFile> {}

interface DumpOptions {
  /** SHARE also keeps others from writing until the transaction ends. */
  lock?: Lock;
  files?: AsyncIterable<DumpedFile>;
}

/** Leaves the client's transaction open, for the parts to be read. */
export async function dumpDatabase(
  client: pg.Client,
  { lock = "ACCESS SHARE", files = noFiles() }: DumpOptions = {},
): Promise<Dump> {
  await prepareCopying(client);
  const tables = await openSnapshot(client, lock);
  const { rows } = await client.query<{ takenAt: Date; server: string }>(
    `SELECT clock_timestamp() AS "takenAt", current_setting('server_version') AS server`,
  );
  const [{ takenAt, server } = { takenAt: new Date(), server: "" }] = rows;
  const header = {
    takenAt: takenAt.toISOString(),
    server,
    migrations: (await client.query<DumpHeader["migrations"][number]>(MIGRATIONS)).rows,
    tables,
    sequences: (await client.query<DumpedSequence>(SEQUENCES)).rows,
  };
  return { header, parts: dumpParts(client, tables, files) };
}
