// Where documents and pictures are kept. By default in the database, so that nothing else is needed.
import type { Db } from "#core/db";
import { databaseFiles } from "./database-files";

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

/** The installation's store, reached through the caller's connection. */
export function files(db: Db): Files {
  return databaseFiles(db);
}
