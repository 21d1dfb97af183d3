import { addAbortSignal, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { S3Settings } from "#core/env";
import { Problem } from "#core/errors";
import { log } from "#core/log";
import { inCallSpan } from "#core/tracing";
import type { FileContent } from "./files";

/** Time limits of a request, including the client's own retries. */
interface Timeouts {
  tryMs: number;
  allMs: number;
}

/** The client is large, so it is loaded with the first file. */
async function open(settings: S3Settings, { tryMs }: Timeouts) {
  const { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } = await import(
    "@aws-sdk/client-s3"
  );
  const { accessKeyId, secretAccessKey, endpoint, region } = settings;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Other stores rarely support a host per bucket or AWS's checksums.
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
  return { client, GetObjectCommand, ListObjectsV2Command, PutObjectCommand };
}

/** Returns the HTTP status of the response, or undefined without one. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("$metadata" in error)) return undefined;
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode;
}

export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && (error as Error).name !== "NoSuchBucket";
}

export const TIMEOUTS: Timeouts = { tryMs: 5000, allMs: 20_000 };

/** The configuration is wrong; the message names the variable. */
export class StoreMisconfigured extends Error {
  override name = "StoreMisconfigured";
}

/** Statuses that may change with time. Not 501: the store does not support the request. */
const TRANSIENT = new Set([408, 429, 500, 502, 503, 504]);
const RETRY_AFTER_SECONDS = "10";

/** Returns true if the same request may succeed later. Undefined means no response. */
export function mayPass(status: number | undefined): boolean {
  return status === undefined || TRANSIENT.has(status);
}

/** Unavailable for clients in any case; the log distinguishes outages from wrong settings. */
export function failureOf(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof Problem) return error;
  const status = statusOf(error);
  const isTransient = !(error instanceof StoreMisconfigured) && mayPass(status);
  if (!isTransient) {
    log.error(
      { event: "files.store_refused", reason: String(error), status },
      "file storage refuses requests; run `npm run till -- doctor`",
    );
  }
  return new Problem("unavailable", {
    detail: isTransient
      ? "The file storage does not respond. Try again later."
      : "The file storage is not configured correctly. The operator has to correct that.",
    headers: { "retry-after": RETRY_AFTER_SECONDS },
    cause: error,
  });
}

/** The client is opened with the first request. */
export function bucketRequests(settings: S3Settings, timeouts: Timeouts) {
  let opened: ReturnType<typeof open> | undefined;
  const { bucket: Bucket } = settings;

  async function request<T>(
    send: (store: Awaited<ReturnType<typeof open>>, abortSignal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    opened ??= open(settings, timeouts);
    const store = await opened;
    return inCallSpan("s3", () => send(store, AbortSignal.timeout(timeouts.allMs)));
  }

  return {
    get(Key: string): Promise<FileContent> {
      return request(async ({ client, GetObjectCommand }, abortSignal) => {
        const response = await client.send(new GetObjectCommand({ Bucket, Key }), { abortSignal });
        const body = response.Body instanceof Readable ? response.Body : Readable.from([]);
        const bytes = await buffer(addAbortSignal(abortSignal, body));
        return { contentType: response.ContentType ?? "application/octet-stream", bytes };
      });
    },

    /** Keys after another one, in order: a page of at most a thousand. */
    listAfter(StartAfter: string | undefined): Promise<string[]> {
      return request(async ({ client, ListObjectsV2Command }, abortSignal) => {
        const command = new ListObjectsV2Command({ Bucket, StartAfter });
        const { Contents = [] } = await client.send(command, { abortSignal });
        return Contents.flatMap(({ Key }) => Key ?? []);
      });
    },

    /** Fails with 412 if the key exists. */
    async put(Key: string, { contentType, bytes }: FileContent): Promise<void> {
      await request(({ client, PutObjectCommand }, abortSignal) => {
        const content = { ContentType: contentType, Body: bytes, IfNoneMatch: "*" };
        return client.send(new PutObjectCommand({ Bucket, Key, ...content }), { abortSignal });
      });
    },
  };
}
