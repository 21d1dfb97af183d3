// Files in a bucket of S3 or a compatible store.
import { sha256 } from "#core/crypto";
import type { S3Settings } from "#core/env";
import type { FileContent, Files, StoredFile } from "./files";
import {
  bucketRequests,
  failureOf,
  isMissing,
  mayPass,
  StoreMisconfigured,
  statusOf,
  TIMEOUTS,
} from "./s3-client";

/** Attempts of a writer that meets another one at the same key. */
const PUT_TRIES = 5;

function stored(content: FileContent): StoredFile {
  return { ...content, sha256: sha256(content.bytes) };
}

/** A key never changes once written: the store only writes if it does not exist. */
export function s3Files(settings: S3Settings, timeouts = TIMEOUTS): Files {
  const requests = bucketRequests(settings, timeouts);

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
        // 409: another writer is in progress and may still fail.
        if (status !== 412 && status !== 409) throw failureOf(error);
      }
      const existing = await find(key);
      if (existing) return existing;
    }
    throw new Error(`the file storage neither accepts nor has ${key}`);
  }

  return { find, put };
}

/** All keys of the bucket, in order. */
export async function* listKeys(settings: S3Settings, timeouts = TIMEOUTS): AsyncGenerator<string> {
  const requests = bucketRequests(settings, timeouts);
  let last: string | undefined;
  for (;;) {
    const keys = await requests.listAfter(last).catch((error: unknown) => {
      throw failureOf(error);
    });
    if (keys.length === 0) return;
    yield* keys;
    last = keys.at(-1);
  }
}

const UNSAFE =
  "so two writers could overwrite each other's file, and no file is stored. Use a store that responds " +
  "412, or unset CT_S3_BUCKET to store files in the database";

/** Returns what to correct if a setting caused the failure, or null. */
function settingAtFault(error: unknown, { bucket, region }: S3Settings): string | null {
  const { name, message } = error as Error;
  const status = statusOf(error);
  if (name === "NoSuchBucket") return `CT_S3_BUCKET: the store has no bucket ${bucket}`;
  if (/Region|Redirect|AuthorizationHeaderMalformed/.test(name) || status === 301) {
    return `CT_S3_REGION: the bucket is not in ${region} (${name})`;
  }
  if (status === 401 || status === 403) {
    return `CT_S3_ACCESS_KEY_ID: the store does not let this key read and write (${name})`;
  }
  if (status === 501 || name === "NotImplemented") {
    return `CT_S3_ENDPOINT: the store does not support If-None-Match on a put (501), ${UNSAFE}`;
  }
  if (mayPass(status)) return null;
  return `CT_S3_ENDPOINT: the store responds ${status} ${name}: ${message}`;
}

const PROBE_KEY = "till/conditional-put";

type Requests = ReturnType<typeof bucketRequests>;

/** Returns true if the key exists. */
async function isTaken({ put }: Requests, text: string): Promise<boolean> {
  try {
    await put(PROBE_KEY, { contentType: "text/plain", bytes: Buffer.from(text) });
    return false;
  } catch (error) {
    if (statusOf(error) === 412) return true;
    throw error;
  }
}

/**
 * Reads, and writes one key twice: a store that accepts both would overwrite files. Returns what is
 * wrong with the settings, or null. @throws Problem without a response
 */
export async function probeStore(
  settings: S3Settings,
  timeouts = TIMEOUTS,
): Promise<string | null> {
  const requests = bucketRequests(settings, timeouts);
  try {
    await requests.get(PROBE_KEY).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
    if (await isTaken(requests, "the first of two writers")) return null;
    if (await isTaken(requests, "the second of two writers")) return null;
    return `CT_S3_ENDPOINT: the store ignores If-None-Match on a put, ${UNSAFE}`;
  } catch (error) {
    const fault = settingAtFault(error, settings);
    if (fault !== null) return fault;
    throw failureOf(error);
  }
}

/** Stores files only after a probe has shown that the store never overwrites one. */
export function provenFiles({ find, put }: Files, probe: () => Promise<string | null>): Files {
  let proof: Promise<string | null> | undefined;
  async function prove(): Promise<void> {
    proof ??= probe();
    const fault = await proof.catch((error: unknown) => {
      proof = undefined;
      throw error;
    });
    if (fault === null) return;
    // Probes again for the next file, because the operator may have corrected it.
    proof = undefined;
    throw failureOf(new StoreMisconfigured(fault));
  }
  return {
    find,
    async put(key, content) {
      await prove();
      return put(key, content);
    },
  };
}
