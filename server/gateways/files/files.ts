import { sha256 } from "#core/crypto";
import type { Db } from "#core/db";
import { type Params, pick, pickAs, queriesOn, type Table } from "#core/query";
import type { Prisma, StoredFile as StoredFileRow } from "#prisma";

export interface FileContent {
  contentType: string;
  bytes: Uint8Array;
}

export interface StoredFile extends FileContent {
  /** Digest of the bytes. */
  sha256: Uint8Array;
}

export interface Files {
  /** Stores the content unless the key exists. Returns what the key holds then. */
  put(key: string, content: FileContent): Promise<StoredFile>;
  find(key: string): Promise<StoredFile | null>;
}

const query = queriesOn<{
  files: Table<StoredFileRow, Prisma.StoredFileUncheckedCreateInput>;
}>();

export type NewFile = Pick<StoredFileRow, "key" | "contentType" | "createdAt"> & {
  bytes: Buffer;
  sha256: Buffer;
};

interface Origin {
  /** Object from whose values the content was made. */
  originId: string;
  /** The value that it must still have. */
  expected: string | null;
}

type Rows = Params<{ rows: object }>["rows"];

/**
 * A statement that inserts the file if the condition, a SELECT in parentheses, has a row. The
 * condition may lock that row.
 */
export function insertFileIf(name: string, condition: (of: Params<Origin>) => Rows) {
  return query(name, (db, file: Params<NewFile & Origin>) =>
    db
      .insertInto("files")
      .columns(["key", "contentType", "bytes", "sha256", "createdAt"])
      .expression(
        db
          .selectFrom(condition(file).as("origin"))
          .select(pickAs(file, ["key", "contentType", "bytes", "sha256", "createdAt"])),
      )
      .onConflict((conflict) => conflict.doNothing()),
  );
}

/** Inserts a row unless the key exists. It may insert nothing if the content is no longer true. */
export type InsertFile = (db: Db, file: NewFile) => Promise<unknown>;

/** The file was not stored, because its content is no longer true. */
export class OutdatedContent extends Error {
  override message = "the content is no longer true, so it was not stored";
}

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

const deleteFiles = query("files-delete", (db, folder: Params<{ from: string; to: string }>) =>
  db
    .deleteFrom("files")
    .where("key", ">=", folder.from)
    .where("key", "<", folder.to)
    .returning("key"),
);

/** The folder ends with a slash, which "0" follows in the order of keys. */
export async function removeFilesUnder(db: Db, folder: `${string}/`): Promise<number> {
  const to = `${folder.slice(0, -1)}0`;
  return (await deleteFiles(db, { from: folder, to })).length;
}

async function find(db: Db, key: string): Promise<StoredFile | null> {
  const [file] = await findFile(db, { key });
  return file ?? null;
}

/** Returns when the migration moved records to the database, where they stay even with a bucket. */
export async function findRecordsMovedAt(db: Db): Promise<Date | null> {
  const [marker] = await findFile(db, { key: "records/moved-to-database" });
  return marker?.createdAt ?? null;
}

/** A key never changes once written: concurrent writers all get the first one's content. */
export function databaseFiles(db: Db, insert: InsertFile = insertFile): Files {
  return {
    find: (key) => find(db, key),
    async put(key, { contentType, bytes }) {
      const file = { contentType, bytes: Buffer.from(bytes), sha256: sha256(bytes) };
      await insert(db, { ...file, key, createdAt: new Date() });
      const stored = await find(db, key);
      if (!stored) throw new OutdatedContent();
      return stored;
    },
  };
}

/** Writes new files to `present`. Files in `former` stay there. */
export function layeredFiles(present: Files, former: Files): Files {
  return {
    find: async (key) => (await present.find(key)) ?? former.find(key),
    put: async (key, content) => (await former.find(key)) ?? present.put(key, content),
  };
}
