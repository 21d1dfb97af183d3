// The store of files in a bucket of S3, or of any store that speaks its language.
import { addAbortSignal, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sha256 } from "#core/crypto";
import type { S3Settings } from "#core/env";
import { Problem } from "#core/errors";
import type { FileContent, Files, StoredFile } from "./files";

/** A writer that meets another one on the same key asks again this often. */
const PUT_TRIES = 5;

/** How long a request may take, with the tries that the client makes of it by itself. */
interface Patience {
  tryMs: number;
  allMs: number;
}

/** The client is large: it is loaded when a file is first asked for. */
async function open(settings: S3Settings, { tryMs }: Patience) {
  const { GetObjectCommand, PutObjectCommand, S3Client } = await import("@aws-sdk/client-s3");
  const { accessKeyId, secretAccessKey, endpoint, region } = settings;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Other stores than AWS seldom have a name for each bucket, nor AWS's own checksums.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: tryMs,
      requestTimeout: tryMs,
      throwOnRequestTimeout: true,
    },
  });
  return { client, GetObjectCommand, PutObjectCommand };
}

/** The HTTP status that the store answered with; undefined where it did not answer. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("$metadata" in error)) return undefined;
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode;
}

function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && (error as Error).name !== "NoSuchBucket";
}

/** What will pass by itself is the caller's to know; a wrong bucket or key is not. */
function failureOf(error: unknown): unknown {
  const status = statusOf(error);
  const isOurs = error instanceof TypeError || (status !== undefined && status < 500);
  if (isOurs && status !== 429) return error;
  return new Problem("unavailable", {
    detail: "The store of files does not answer. Try again later.",
    cause: error,
  });
}

function stored(content: FileContent): StoredFile {
  return { ...content, sha256: sha256(content.bytes) };
}

/** A key that is written once never changes: the store is asked to write only where nothing is. */
export function s3Files(
  settings: S3Settings,
  patience: Patience = { tryMs: 5000, allMs: 20_000 },
): Files {
  let opened: ReturnType<typeof open> | undefined;
  const { bucket: Bucket } = settings;

  async function request<T>(
    send: (store: Awaited<ReturnType<typeof open>>, abortSignal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    opened ??= open(settings, patience);
    return send(await opened, AbortSignal.timeout(patience.allMs));
  }

  function get(Key: string): Promise<StoredFile> {
    return request(async ({ client, GetObjectCommand }, abortSignal) => {
      const answer = await client.send(new GetObjectCommand({ Bucket, Key }), { abortSignal });
      const body = answer.Body instanceof Readable ? answer.Body : Readable.from([]);
      const bytes = await buffer(addAbortSignal(abortSignal, body));
      return stored({ contentType: answer.ContentType ?? "application/octet-stream", bytes });
    });
  }

  async function find(key: string): Promise<StoredFile | null> {
    return get(key).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw failureOf(error);
    });
  }

  async function write(Key: string, { contentType, bytes }: FileContent): Promise<void> {
    await request(({ client, PutObjectCommand }, abortSignal) => {
      const content = { ContentType: contentType, Body: bytes, IfNoneMatch: "*" };
      return client.send(new PutObjectCommand({ Bucket, Key, ...content }), { abortSignal });
    });
  }

  async function put(key: string, content: FileContent): Promise<StoredFile> {
    for (let tries = 1; tries <= PUT_TRIES; tries += 1) {
      try {
        await write(key, content);
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
