// Moves the embedded database to a server of one's own, while no other program uses it.
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { placeOf } from "#core/db-hosts";
import { env } from "#core/env";
import type { Log } from "#core/log";
import { connectDirectly } from "./database-connection";
import { dumpDatabase } from "./dump-database";
import { loadDatabase } from "./load-database";
import { lockMigrations } from "./migration-lock";

const MARKER = "moved.json";

interface Marker {
  to: string;
  startedAt: string;
  isDone: boolean;
}

function readMarker(file: string): Marker | null {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : null;
}

function writeMarker(file: string, marker: Marker): void {
  const draft = `${file}.new`;
  fs.writeFileSync(draft, JSON.stringify(marker), { flush: true });
  fs.renameSync(draft, file);
  const folder = fs.openSync(path.dirname(file), "r");
  fs.fsyncSync(folder);
  fs.closeSync(folder);
}

/** Folder of the embedded PostgreSQL. */
export const embeddedFolder = () => path.resolve(env.CT_DATA_DIR, "postgres");

function movedError(file: string, { to, startedAt, isDone }: Marker): Error {
  const folder = path.dirname(file);
  const next = `Set DATABASE_URL to ${to}`;
  return new Error(
    isDone
      ? `The database in ${folder} was moved on ${startedAt}. ${next}. To use this old copy, from ` +
          `which the same credits would be sold twice, delete ${file}.`
      : `A move of the database in ${folder} began on ${startedAt} and has not finished. Repeat ` +
          "`npm run till -- move` with the same target. If it says that the target is not " +
          `empty, the move is complete: ${next}. To give it up, drop that database and delete ${file}.`,
  );
}

/** @throws if the embedded database in the folder was moved, or is being moved */
export function requireNotMoved(folder: string): void {
  const file = path.join(folder, MARKER);
  const marker = readMarker(file);
  if (marker) throw movedError(file, marker);
}

/** Each program keeps a connection as long as it runs: this one as well. */
const OTHERS = `
  SELECT count(*)::int - 1 AS count FROM pg_stat_activity
  WHERE datname = current_database() AND backend_type = 'client backend'
    AND pid <> pg_backend_pid()`;

async function requireAlone(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(OTHERS);
  if (rows[0] && rows[0].count <= 0) return;
  throw new Error(
    "Other programs use the database, and nothing was moved. Stop the server and all workers first.",
  );
}

const countRows = async (client: pg.Client, tables: readonly string[]) => {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await client.query(
      `SELECT count(*)::int AS count FROM ${pg.escapeIdentifier(table)}`,
    );
    counts[table] = rows[0].count;
  }
  return counts;
};

interface MoveOptions {
  /** Of the embedded PostgreSQL. */
  folder: string;
  log: Log;
}

interface CopyOptions {
  log: Log;
  /** Called when the target may be complete. */
  onWritten(): void;
}

async function copyAll(client: pg.Client, to: string, { log, onWritten }: CopyOptions) {
  await lockMigrations(client, log, 0);
  await requireAlone(client);
  const dump = await dumpDatabase(client, { lock: "SHARE" });
  return loadDatabase(to, dump, {
    log,
    beforeCommit: async (target, copied) => {
      const counts = await countRows(target, Object.keys(copied));
      for (const [table, rows] of Object.entries(copied)) {
        if (counts[table] === rows) continue;
        throw new Error(`Table ${table} has ${counts[table]} rows in the target, not ${rows}.`);
      }
      await requireAlone(client);
      onWritten();
    },
  });
}

/**
 * Copies the embedded database at `from` to an empty one. No program can use the old one from the
 * beginning of the move. Returns the rows of each table. @throws also if it was moved before, or a
 * move to another target may be complete
 */
export async function moveEmbeddedDatabase(
  from: string,
  to: string,
  { folder, log }: MoveOptions,
): Promise<Record<string, number>> {
  const file = path.join(folder, MARKER);
  const marker = { to: placeOf(to), startedAt: new Date().toISOString() };
  const former = readMarker(file);
  if (former && (former.isDone || former.to !== marker.to)) throw movedError(file, former);
  const client = await connectDirectly(from, log, { application_name: "carbon-till move" });
  let mayBeComplete = former !== null;
  try {
    if (!former) writeMarker(file, { ...marker, isDone: false });
    const onWritten = () => {
      mayBeComplete = true;
    };
    const rows = await copyAll(client, to, { log, onWritten });
    writeMarker(file, { ...marker, isDone: true });
    await client.query("COMMIT");
    return rows;
  } catch (error) {
    // Without the marker, programs would sell the same credits from both databases.
    if (!mayBeComplete) fs.rmSync(file, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}
