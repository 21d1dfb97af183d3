// Where documents and pictures are kept. By default in the database, so that nothing else is needed.
import type { Db } from "#core/db";
import { databaseFiles } from "./database-files";
import type { Files } from "./files";

export type { FileContent, Files, StoredFile } from "./files";

/** The installation's store, reached through the caller's connection. */
export function files(db: Db): Files {
  return databaseFiles(db);
}
