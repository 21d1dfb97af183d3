import type pg from "pg";
import { newId } from "#core/id";
import type { Log } from "#core/log";
import { type BackupHeader, type Key, readBackup } from "./backup-archive";
import { loadDatabase } from "./load-database";
import { migrate } from "./migrations";

export interface Restored {
  header: BackupHeader;
  restoredAt: Date;
  rows: Record<string, number>;
  /** Applied after the restore, to a backup of an older version. */
  migrations: string[];
}

/** In the restore's transaction, so that none goes unnoticed. */
async function recordRestore(
  client: pg.Client,
  { takenAt, version }: BackupHeader,
  restoredAt: Date,
): Promise<void> {
  await client.query(
    "INSERT INTO backup_records (kind, recorded_at, taken_at) VALUES ('restore', $1, $2)",
    [restoredAt, takenAt],
  );
  await client.query(
    `INSERT INTO audit_entries (id, actor_type, actor_id, action, data, created_at)
     VALUES ($1, 'system', 'till', 'installation.restored', $2, $3)`,
    [newId("auditEntry"), { backup_taken_at: takenAt, backup_version: version }, restoredAt],
  );
}

/** Restores a backup into an empty database, and migrates it. */
export async function restoreBackup(
  url: string,
  file: string,
  { key, log, folder }: { key: Key; log: Log; folder?: string },
): Promise<Restored> {
  const backup = await readBackup(file, key);
  const restoredAt = new Date();
  const rows = await loadDatabase(url, backup, {
    log,
    folder,
    beforeCommit: (client) => recordRestore(client, backup.header, restoredAt),
  });
  log.warn(
    { event: "backup.restored", takenAt: backup.header.takenAt },
    "backup restored: the installation went back to the time of the backup",
  );
  const migrations = await migrate(url, log, { folder });
  return { header: backup.header, restoredAt, rows, migrations };
}
