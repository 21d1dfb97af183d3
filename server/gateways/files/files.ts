// What a store of files does, wherever it keeps them.

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
