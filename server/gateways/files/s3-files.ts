// The store of files in a bucket of S3, or of any store that speaks its language.
import { sha256 } from "#core/crypto";
import type { S3Settings } from "#core/env";
import type { FileContent, Files, StoredFile } from "./files";
import { bucketRequests, failureOf, isMissing, PATIENCE, statusOf } from "./s3-client";

/** A writer that meets another one on the same key asks again this often. */
const PUT_TRIES = 5;

function stored(content: FileContent): StoredFile {
  return { ...content, sha256: sha256(content.bytes) };
}

/** A key that is written once never changes: the store is asked to write only where nothing is. */
export function s3Files(settings: S3Settings, patience = PATIENCE): Files {
  const requests = bucketRequests(settings, patience);

  async function find(key: string): Promise<StoredFile | null> {
    try {
      return stored(await requests.get(key));
    } catch (error) {
      if (isMissing(error)) return null;
      throw failureOf(error);
    }
  }

  async function put(key: string, content: FileContent): Promise<StoredFile> {
    for (let tries = 1; tries <= PUT_TRIES; tries += 1) {
      try {
        await requests.put(key, content);
        return stored(content);
      } catch (error) {
        const status = statusOf(error);
        // 409: another writer is at it right now, and may yet fail.
        if (status !== 412 && status !== 409) throw failureOf(error);
      }
      const kept = await find(key);
      if (kept) return kept;
    }
    throw new Error(`the store of files neither takes nor holds ${key}`);
  }

  return { find, put };
}
