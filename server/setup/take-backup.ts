// Backups as files: taken while the installation is used, verified, and listed.
import fs from "node:fs";
import path from "node:path";
import type pg from "pg";
import { readVersion } from "#core/build";
import type { Log } from "#core/log";
import { type BackupHeader, type Key, type Lock, readBackup, writeBackup } from "./backup-archive";
import { connectDirectly } from "./database-connection";
import { type DumpedFile, dumpDatabase } from "./dump-database";

const SUFFIX = ".backup";
const NAME = /^till-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/;

/** Of a folder, a file in it that is named by the time. */
export function backupFile(target: string, now: Date): string {
  const isFolder = fs.existsSync(target) && fs.statSync(target).isDirectory();
  if (!isFolder) return target;
  const time = now.toISOString().slice(0, 19).replaceAll(":", "-");
  return path.join(target, `till-${time}Z${SUFFIX}`);
}

export interface ListedBackup {
  file: string;
  takenAt: string;
  bytes: number;
}

/** The backups in a folder by their names, newest first. */
export function listBackups(folder: string): ListedBackup[] {
  return fs
    .readdirSync(folder)
    .flatMap((name) => {
      const [, day, ...time] = NAME.exec(name) ?? [];
      if (day === undefined) return [];
      const file = path.join(folder, name);
      return { file, takenAt: `${day}T${time.join(":")}Z`, bytes: fs.statSync(file).size };
    })
    .toSorted((a, b) => (a.takenAt < b.takenAt ? 1 : -1));
}

/** Deletes all but the newest backups of a folder. Returns the deleted files. */
export function deleteOldBackups(folder: string, keep: number): string[] {
  const old = listBackups(folder).slice(keep);
  for (const { file } of old) fs.rmSync(file);
  return old.map(({ file }) => file);
}

const RECORD = `INSERT INTO backup_records (kind, recorded_at, taken_at)
  VALUES ('backup', clock_timestamp(), $1) ON CONFLICT DO NOTHING RETURNING recorded_at::text`;
const RECORD_BYTES = `UPDATE backup_records SET bytes = $2
  WHERE kind = 'backup' AND recorded_at = $1::timestamptz`;

async function recordBackup(
  client: pg.Client,
  { takenAt, bytes, log }: { takenAt: string; bytes: number; log: Log },
): Promise<void> {
  try {
    const { rows } = await client.query<{ recorded_at: string }>(RECORD, [takenAt]);
    // Apart, because the schema may be of an older version, which has no such column.
    if (rows[0]) await client.query(RECORD_BYTES, [rows[0].recorded_at, bytes]);
  } catch (err) {
    log.warn(
      { event: "backup.not_recorded", err },
      "backup is complete, but its time or size could not be recorded in the database",
    );
  }
}

interface Contents {
  takenAt: string;
  version: string;
  rows: Record<string, number>;
  files: number;
  bytes: number;
}

async function summarize(
  { header, parts }: Awaited<ReturnType<typeof readBackup>>,
  file: string,
): Promise<Contents> {
  const lines = new Map(header.tables.map(({ name }) => [name, 0]));
  let files = 0;
  let rows: Record<string, number> = {};
  for await (const part of parts) {
    if ("file" in part) files += 1;
    else if ("rows" in part) rows = part.rows;
    else lines.set(part.table, (lines.get(part.table) ?? 0) + countLines(part.bytes));
  }
  for (const [table, count] of lines) {
    if (rows[table] === count) continue;
    throw new Error(`${file} is damaged: table ${table} has ${count} of ${rows[table]} rows.`);
  }
  const { takenAt, version } = header;
  return { takenAt, version, rows, files, bytes: fs.statSync(file).size };
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}

/** Reads a whole backup. @throws if anything in it is missing or was changed */
export async function verifyBackup(file: string, key: Key): Promise<Contents> {
  return summarize(await readBackup(file, key), file);
}

interface BackupOptions {
  lock: Lock;
  files: AsyncIterable<DumpedFile>;
  log: Log;
}

/** Writes a backup of the database and `files` to a new file. */
export async function takeBackup(
  url: string,
  file: string,
  { lock, files, log }: BackupOptions,
): Promise<BackupHeader> {
  const client = await connectDirectly(url, log, { application_name: "carbon-till backup" });
  try {
    const version = readVersion();
    const dump = await dumpDatabase(client, { files });
    await writeBackup(file, dump, { lock, version });
    await client.query("COMMIT");
    const { takenAt } = dump.header;
    await recordBackup(client, { takenAt, bytes: fs.statSync(file).size, log });
    return { ...dump.header, version };
  } finally {
    await client.end();
  }
}
