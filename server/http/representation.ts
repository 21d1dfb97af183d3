// An answer that many callers get: made once, compressed once for each encoding, sent with its ETag.
import type http from "node:http";
import { matchesEtag } from "#core/etag";
import { decodeBrotli, type Encoding, encode, encodingFor } from "./compression";

type Headers = Record<string, string | string[]>;

interface Source {
  status: number;
  /** Without what depends on the encoding: Content-Encoding, Content-Length. */
  headers: Headers;
  body: Buffer;
  encoding: "br" | "identity";
  isCompressible: boolean;
}

/** One answer in every encoding that somebody asked for. */
export class Representation {
  readonly status: number;
  readonly headers: Headers;
  readonly isCompressible: boolean;
  readonly #variants = new Map<Encoding, Promise<Buffer>>();
  readonly #bytes: number;

  constructor({ status, headers, body, encoding, isCompressible }: Source) {
    this.status = status;
    this.headers = isCompressible ? { ...headers, vary: "Accept-Encoding" } : headers;
    this.isCompressible = isCompressible;
    this.#variants.set(encoding, Promise.resolve(body));
    // Text is about six times as long as its brotli, and four times as long as its gzip.
    this.#bytes = encoding === "br" ? body.length * 8 : body.length * (isCompressible ? 1.5 : 1);
  }

  /** About what it takes in memory, once every encoding has been asked for. */
  get bytes(): number {
    return Math.ceil(this.#bytes) + 1024;
  }

  get etag(): string | undefined {
    const etag = this.headers["etag"];
    return typeof etag === "string" ? etag : undefined;
  }

  variant(encoding: Encoding): Promise<Buffer> {
    const made = this.#variants.get(encoding) ?? this.#make(encoding);
    this.#variants.set(encoding, made);
    return made;
  }

  async #make(encoding: Encoding): Promise<Buffer> {
    const plain = this.#variants.get("identity");
    if (plain) return encode(await plain, encoding);
    const body = await decodeBrotli((await this.#variants.get("br")) ?? Buffer.alloc(0));
    return encode(body, encoding);
  }
}

/** Sends the answer in the encoding that the caller takes, or 304 where the caller has it. */
export async function sendRepresentation(
  req: http.IncomingMessage,
  res: http.ServerResponse,
  answer: Representation,
): Promise<void> {
  for (const [name, value] of Object.entries(answer.headers)) res.setHeader(name, value);
  if (answer.status === 200 && matchesEtag(req.headers["if-none-match"], answer.etag)) {
    // A 304 describes what the caller has; it brings none of it.
    res.removeHeader("content-type");
    res.writeHead(304).end();
    return;
  }
  const encoding = answer.isCompressible ? encodingFor(req.headers["accept-encoding"]) : "identity";
  const body = await answer.variant(encoding);
  if (encoding !== "identity") res.setHeader("content-encoding", encoding);
  res.setHeader("content-length", body.length);
  res.writeHead(answer.status).end(req.method === "HEAD" ? undefined : body);
}
