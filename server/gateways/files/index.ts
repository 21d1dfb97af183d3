// Documents and images are stored in the database by default, or in S3.
import type { Db } from "#core/db";
import { env, type S3Settings } from "#core/env";
import {
  databaseFiles,
  type FileContent,
  type Files,
  findRecordsMovedAt,
  type InsertFile,
  layeredFiles,
  removeFilesUnder,
  type StoredFile,
} from "./files";
import { listKeys, probeStore, provenFiles, s3Files } from "./s3-files";

export type { FileContent, Files, StoredFile } from "./files";
export { type InsertFile, insertFileIf, OutdatedContent } from "./files";

let bucket: { settings: S3Settings; files: Files } | undefined;

function openBucket(settings: S3Settings): Files {
  if (bucket?.settings !== settings) {
    bucket = { settings, files: provenFiles(s3Files(settings), () => probeStore(settings)) };
  }
  return bucket.files;
}

/**
 * Deletes the files of a folder in the database, to remove personal data. Returns their number.
 * Files in a bucket stay: its key may have no permission to delete.
 */
export const removeFiles = removeFilesUnder;

/**
 * Returns the installation's store. Files are named by their content or document, and unused ones
 * stay. `insert` applies to the database only.
 */
export function files(db: Db, insert?: InsertFile): Files {
  const database = databaseFiles(db, insert);
  return env.s3 ? layeredFiles(openBucket(env.s3), database) : database;
}

/** Files that are in the bucket, without those whose key `skip` matches. */
export async function* listBucketFiles(skip: RegExp) {
  if (!env.s3) return;
  const store = openBucket(env.s3);
  for await (const key of listKeys(env.s3)) {
    const file = skip.test(key) ? null : await store.find(key);
    if (file) yield { key, contentType: file.contentType, bytes: file.bytes };
  }
}

/** Small records that pages need: always in the database, even with a bucket. */
export interface Records {
  find(key: string): Promise<StoredFile | null>;
  /** Also looks in the bucket for the record of something that became final at `finalAt`. */
  findAnywhere(key: string, finalAt: Date): Promise<FileContent | null>;
  /** Stores the record of something that became final at `finalAt`, unless there is one. */
  put(key: string, content: FileContent, finalAt: Date): Promise<StoredFile>;
}

export function records(db: Db, insert?: InsertFile): Records {
  const database = databaseFiles(db, insert);
  async function findInBucket(key: string, finalAt: Date): Promise<StoredFile | null> {
    // Earlier versions stored them in the bucket.
    const movedAt = env.s3 && (await findRecordsMovedAt(db));
    return env.s3 && movedAt && finalAt <= movedAt ? openBucket(env.s3).find(key) : null;
  }
  return {
    find: database.find,
    findAnywhere: async (key, finalAt) => (await database.find(key)) ?? findInBucket(key, finalAt),
    put: async (key, content, finalAt) =>
      database.put(key, (await findInBucket(key, finalAt)) ?? content),
  };
}

/** Returns what is wrong with the settings or the bucket, or null. */
export async function probeFiles(settings: S3Settings): Promise<string | null> {
  try {
    return await probeStore(settings);
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return `CT_S3_ENDPOINT: the store does not respond (${String(cause)})`;
  }
}
