// The encodings that answers are sent in, and which of them a caller gets.
import { promisify } from "node:util";
import zlib from "node:zlib";
import Negotiator from "negotiator";

export const encodings = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof encodings)[number];

// A quarter of the work of the best quality, and a few bytes more.
const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 6 };
const [brotli, gzip] = [promisify(zlib.brotliCompress), promisify(zlib.gzip)];

/** Compresses outside the event loop. */
export async function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "br") return brotli(body, { params });
  return encoding === "gzip" ? gzip(body) : body;
}

/** The best of our encodings that the caller takes. Without the header, callers seldom decompress. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  const headers = { "accept-encoding": acceptEncoding ?? "identity" };
  const accepted = new Negotiator({ headers }).encodings([...encodings]);
  return encodings.find((one) => accepted.includes(one)) ?? "identity";
}

/** Whether compressing this type of content makes it smaller. */
export function isCompressible(contentType: string): boolean {
  return /^(text\/|application\/(json|javascript|xml|[\w.-]+\+(json|xml))|image\/svg\+xml)/i.test(
    contentType,
  );
}
