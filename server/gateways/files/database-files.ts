// The store of files in the table `files`.
import { sha256 } from "#core/crypto";
import type { Db, Statement } from "#core/db";
import type { Files, StoredFile } from "./files";

const PUT: Statement = {
  name: "files-put",
  text: `
    INSERT INTO files (key, content_type, bytes, sha256, created_at)
    VALUES ($1, $2, $3, $4, now())
    ON CONFLICT DO NOTHING`,
};

const FIND: Statement = {
  name: "files-find",
  text: "SELECT content_type, bytes, sha256 FROM files WHERE key = $1",
};

// Written by the migration that moved records.
const RECORDS_MOVED: Statement = {
  name: "files-records-moved",
  text: "SELECT created_at FROM files WHERE key = 'records/moved-to-database'",
};

/** Since when records are in the database even where a bucket is configured. */
export async function findRecordsMovedAt(db: Db): Promise<Date | null> {
  const [row] = await db.query<{ created_at: Date }>(RECORDS_MOVED, []);
  return row?.created_at ?? null;
}

interface FileRow {
  content_type: string;
  bytes: Uint8Array;
  sha256: Uint8Array;
}

async function find(db: Db, key: string): Promise<StoredFile | null> {
  const [row] = await db.query<FileRow>(FIND, [key]);
  return row ? { contentType: row.content_type, bytes: row.bytes, sha256: row.sha256 } : null;
}

/** A key that is written once never changes: two writers at once both end with the first one's. */
export function databaseFiles(db: Db): Files {
  return {
    find: (key) => find(db, key),
    async put(key, { contentType, bytes }) {
      await db.query(PUT, [key, contentType, bytes, sha256(bytes)]);
      const kept = await find(db, key);
      if (!kept) throw new Error(`the file ${key} was not kept`);
      return kept;
    },
  };
}
