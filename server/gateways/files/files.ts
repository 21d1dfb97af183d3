// What a store of files does, wherever it keeps them.
import { sha256 } from "#core/crypto";
import type { Db } from "#core/db";
import { type Params, pick, queriesOn, type Table } from "#core/query";
import type { Prisma, StoredFile as StoredFileRow } from "#prisma";

export interface FileContent {
  contentType: string;
  bytes: Uint8Array;
}

export interface StoredFile extends FileContent {
  /** The digest of the bytes. */
  sha256: Uint8Array;
}

export interface Files {
  /** Keeps the content, unless the key is taken. Answers with what the key holds then. */
  put(key: string, content: FileContent): Promise<StoredFile>;
  find(key: string): Promise<StoredFile | null>;
}

const query = queriesOn<{
  files: Table<StoredFileRow, Prisma.StoredFileUncheckedCreateInput>;
}>();

type NewFile = Pick<StoredFileRow, "key" | "contentType" | "createdAt"> & {
  bytes: Buffer;
  sha256: Buffer;
};

const insertFile = query("files-put", (db, file: Params<NewFile>) =>
  db
    .insertInto("files")
    .values(pick(file, ["key", "contentType", "bytes", "sha256", "createdAt"]))
    .onConflict((conflict) => conflict.doNothing()),
);

const findFile = query("files-find", (db, file: Params<{ key: string }>) =>
  db
    .selectFrom("files")
    .select(["contentType", "bytes", "sha256", "createdAt"])
    .where("key", "=", file.key),
);

async function find(db: Db, key: string): Promise<StoredFile | null> {
  const [file] = await findFile(db, { key });
  return file ?? null;
}

/**
 * Since when records are in the database even where a bucket is configured: the migration that moved
 * them wrote it down.
 */
export async function findRecordsMovedAt(db: Db): Promise<Date | null> {
  const [marker] = await findFile(db, { key: "records/moved-to-database" });
  return marker?.createdAt ?? null;
}

/** A key that is written once never changes: two writers at once both end with the first one's. */
export function databaseFiles(db: Db): Files {
  return {
    find: (key) => find(db, key),
    async put(key, { contentType, bytes }) {
      const file = { contentType, bytes: Buffer.from(bytes), sha256: sha256(bytes) };
      await insertFile(db, { ...file, key, createdAt: new Date() });
      const stored = await find(db, key);
      if (!stored) throw new Error(`the file ${key} was not stored`);
      return stored;
    },
  };
}

/** New files go to `present`; what `former` holds stays there, is found, and keeps its keys. */
export function layeredFiles(present: Files, former: Files): Files {
  return {
    find: async (key) => (await present.find(key)) ?? former.find(key),
    put: async (key, content) => (await former.find(key)) ?? present.put(key, content),
  };
}
