// A response for many clients: created once, compressed once per encoding, sent with its ETag.
import type http from "node:http";
import { promisify } from "node:util";
import zlib from "node:zlib";
import Negotiator from "negotiator";
import { matchesEtag, weakEtag } from "#core/crypto";

export const encodings = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof encodings)[number];

// A quarter of the work of the best quality for a few more bytes.
const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 6 };
const [brotli, gzip] = [promisify(zlib.brotliCompress), promisify(zlib.gzip)];

/** Compresses outside the event loop. */
async function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "br") return brotli(body, { params });
  return encoding === "gzip" ? gzip(body) : body;
}

/** Without the header, few clients decompress. */
function encodingFor(acceptEncoding: string | undefined): Encoding {
  const headers = { "accept-encoding": acceptEncoding ?? "identity" };
  const accepted = new Negotiator({ headers }).encodings([...encodings]);
  return encodings.find((one) => accepted.includes(one)) ?? "identity";
}

function isCompressible(contentType: string): boolean {
  return /^(text\/|application\/(json|javascript|xml|[\w.-]+\+(json|xml))|image\/svg\+xml)/i.test(
    contentType,
  );
}

type Headers = Record<string, string | string[]>;

interface Source {
  status: number;
  /** Without those that depend on the encoding, such as Content-Length. */
  headers: Headers;
  body: Buffer;
  isCompressible: boolean;
}

/** Holds a response in every encoding requested so far. */
export class Representation {
  readonly status: number;
  readonly headers: Headers;
  readonly isCompressible: boolean;
  readonly #variants = new Map<Encoding, Promise<Buffer>>();
  readonly #bytes: number;

  constructor({ status, headers, body, isCompressible }: Source) {
    this.status = status;
    this.headers = isCompressible ? { vary: "Accept-Encoding", ...headers } : headers;
    this.isCompressible = isCompressible;
    this.#variants.set("identity", Promise.resolve(body));
    // Text is about six times as long as its brotli and four times as long as its gzip.
    this.#bytes = body.length * (isCompressible ? 1.5 : 1);
  }

  /** Estimated memory once every encoding was requested. */
  get bytes(): number {
    return Math.ceil(this.#bytes) + 1024;
  }

  get etag(): string | undefined {
    const etag = this.headers["etag"];
    return typeof etag === "string" ? etag : undefined;
  }

  /** Takes a body that was encoded before. */
  provide(encoding: Encoding, body: Buffer): void {
    this.#variants.set(encoding, Promise.resolve(body));
  }

  variant(encoding: Encoding): Promise<Buffer> {
    const variant = this.#variants.get(encoding) ?? this.#make(encoding);
    this.#variants.set(encoding, variant);
    return variant;
  }

  async #make(encoding: Encoding): Promise<Buffer> {
    return encode((await this.#variants.get("identity")) ?? Buffer.alloc(0), encoding);
  }
}

/** Adds an ETag if the response may be shared. */
export function representationOf(
  status: number,
  headers: Readonly<Headers>,
  body: Buffer,
): Representation {
  const isShared = /\bpublic\b/.test(String(headers["cache-control"] ?? ""));
  const isText = isCompressible(String(headers["content-type"] ?? ""));
  // Weak, because all encodings have the same tag.
  const own = isText ? headers["etag"]?.toString().replace(/^(?!W\/)/, "W/") : headers["etag"];
  const etag = own ?? (isShared ? weakEtag(body) : undefined);
  return new Representation({
    status,
    headers: etag === undefined ? headers : { ...headers, etag },
    body,
    isCompressible: isText,
  });
}

/** Sends the response in the best encoding, or 304 if the client has it already. */
export async function sendRepresentation(
  req: http.IncomingMessage,
  res: http.ServerResponse,
  response: Representation,
): Promise<void> {
  for (const [name, value] of Object.entries(response.headers)) res.setHeader(name, value);
  if (response.status === 200 && matchesEtag(req.headers["if-none-match"], response.etag)) {
    // A 304 has no body.
    res.removeHeader("content-type");
    res.writeHead(304).end();
    return;
  }
  const encoding = response.isCompressible
    ? encodingFor(req.headers["accept-encoding"])
    : "identity";
  const body = await response.variant(encoding);
  if (encoding !== "identity") res.setHeader("content-encoding", encoding);
  res.setHeader("content-length", body.length);
  res.writeHead(response.status).end(req.method === "HEAD" ? undefined : body);
}
