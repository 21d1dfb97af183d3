// Where documents and pictures are kept: in the database, so that nothing else is needed, or in S3.
import type { Db } from "#core/db";
import { env } from "#core/env";
import { databaseFiles } from "./database-files";
import type { Files } from "./files";
import { layeredFiles } from "./layered-files";
import { s3Files } from "./s3-files";

export type { FileContent, Files, StoredFile } from "./files";

let bucket: Files | undefined;

/**
 * The installation's store, reached through the caller's connection. Nothing is ever deleted: a
 * file is named by its content or its document, and one that nobody names any more does no harm.
 */
export function files(db: Db): Files {
  const database = databaseFiles(db);
  if (!env.s3) return database;
  bucket ??= s3Files(env.s3);
  return layeredFiles(bucket, database);
}
