// Sends a page of Next's without Next's runtime: plain HTML, its own script, compressed, whole.
import type http from "node:http";
import zlib from "node:zlib";
import Negotiator from "negotiator";
import type { ScriptOf, StyleOf } from "./built-files";

/** What a page's own scripts carry, so that they are not taken for Next's. */
const KEPT = /\sdata-kept\b/;
const SCRIPT = /<script\b([^>]*)>[\s\S]*?<\/script>/gi;
const PRELOADED_SCRIPT = /<link\b[^>]*\b(?:as="script"|rel="modulepreload")[^>]*>/gi;
const STYLE_SHEET = /<link\b[^>]*\brel="stylesheet"[^>]*>/gi;
const ICON = /<link\b[^>]*\brel="icon"[^>]*\bhref="(\/icon\.svg[^"]*)"[^>]*>/gi;
/** React's marks, by which it would find its way about the page later. */
const MARK = /<!--.*?-->/gs;

/** The style sheet itself in the place of its link: the page is drawn without asking again. */
function inlined(link: string, page: string, styleOf: StyleOf): string {
  const css = styleOf(/\bhref="([^"]*)"/.exec(link)?.[1] ?? "", page);
  const nonce = /\bnonce="([^"]*)"/.exec(link)?.[1];
  return css === undefined || nonce === undefined ? link : `<style nonce="${nonce}">${css}</style>`;
}

/** A short script itself, which still waits until the page is read; a longer one stays a link. */
function keptScript(script: string, attributes: string, scriptOf: ScriptOf): string {
  if (!KEPT.test(attributes)) return "";
  const text = scriptOf(/\bsrc="([^"]*)"/.exec(attributes)?.[1] ?? "");
  const nonce = /\bnonce="([^"]*)"/.exec(attributes)?.[1];
  if (text === undefined || nonce === undefined || !/\basync\b/.test(attributes)) return script;
  return `<script type="module" nonce="${nonce}">${text}</script>`;
}

/** The page's HTML without what only Next's runtime needs, and with its styles and short scripts. */
export function stillHtml(html: string, { styleOf, scriptOf, icon }: Built): string {
  return html
    .replace(SCRIPT, (script, attributes: string) => keptScript(script, attributes, scriptOf))
    .replace(PRELOADED_SCRIPT, "")
    .replace(MARK, "")
    .replace(STYLE_SHEET, (link) => inlined(link, html, styleOf))
    .replace(ICON, (link, href: string) => (icon ? link.replace(href, icon) : link));
}

/** The preloads of a Link header, but for those of scripts and of styles that the page has. */
export function stillLinks(header: string, styleOf: StyleOf): string {
  const links = header.split(/,(?=\s*<)/);
  const isNeeded = (link: string) => {
    if (/\b(as="?script|rel="?modulepreload)/.test(link)) return false;
    const isStyle = /\bas="?style/.test(link);
    return !isStyle || styleOf(/<([^>]*)>/.exec(link)?.[1] ?? "", "") === undefined;
  };
  return links.filter(isNeeded).join(",");
}

type Encode = (body: Buffer) => Promise<Buffer>;
type Done = (error: Error | null, encoded: Buffer) => void;

function encoder(encode: (body: Buffer, done: Done) => void): Encode {
  return (body) =>
    new Promise((resolve, reject) => {
      encode(body, (error, encoded) => (error ? reject(error) : resolve(encoded)));
    });
}

// A quarter of the work of the best quality, and a few bytes more.
const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 6 };
const encoders = {
  br: encoder((body, done) => zlib.brotliCompress(body, { params }, done)),
  gzip: encoder((body, done) => zlib.gzip(body, done)),
  identity: async (body: Buffer) => body,
};
const encodings = Object.keys(encoders) as (keyof typeof encoders)[];

/** The best of our encodings that the caller takes. */
export function encodingFor(acceptEncoding: string | undefined): keyof typeof encoders {
  // Who says nothing could take anything, and is seldom able to.
  const headers = { "accept-encoding": acceptEncoding ?? "identity" };
  const taken = new Negotiator({ headers }).encodings([...encodings]);
  return encodings.find((one) => taken.includes(one)) ?? "identity";
}

/** What the build has for the page's links. */
export interface Built {
  styleOf: StyleOf;
  scriptOf: ScriptOf;
  /** The application's sign, as a data URI. */
  icon: string | undefined;
}

/** For pages of which a script reads more, whose styles would not be under the first one's nonce. */
export const justLinks: Built = {
  styleOf: () => undefined,
  scriptOf: () => undefined,
  icon: undefined,
};

interface Still extends Built {
  /** Of the caller, before Next was kept from compressing. */
  acceptEncoding: string | undefined;
  /** The last word on status and headers, when the page is made and nothing of it sent. */
  finish(): void;
}

async function send(res: http.ServerResponse, body: Buffer, still: Still): Promise<void> {
  const isPage = /^text\/html\b/.test(String(res.getHeader("content-type") ?? ""));
  // A page that failed on the server needs Next's runtime to say so.
  const isStill = isPage && res.statusCode < 500;
  const link = res.getHeader("link");
  if (isStill && link) {
    const links = stillLinks(String(link), still.styleOf);
    if (links) res.setHeader("link", links);
    else res.removeHeader("link");
  }
  still.finish();
  const encoding = encodingFor(still.acceptEncoding);
  const text = isStill ? Buffer.from(stillHtml(body.toString("utf8"), still)) : body;
  const sent = await encoders[encoding](text);
  if (encoding !== "identity") res.setHeader("content-encoding", encoding);
  res.removeHeader("transfer-encoding");
  res.setHeader("content-length", sent.length);
  res.end(sent);
}

type Write = [chunk?: unknown, encoding?: unknown, done?: unknown];

function bytesOf([chunk, encoding]: Write): Buffer | null {
  if (typeof chunk === "string") {
    return Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8");
  }
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : null;
}

/** Holds what Next writes to `res` until the page is whole, then sends it as a still page. */
export function sendStill(res: http.ServerResponse, still: Still, failed: (e: unknown) => void) {
  const chunks: Buffer[] = [];
  const keep = (all: Write) => {
    const bytes = bytesOf(all);
    if (bytes) chunks.push(bytes);
    const done = all.findLast((it) => typeof it === "function");
    if (done) process.nextTick(done as () => void);
  };
  const held = {
    write: (...all: Write) => {
      keep(all);
      return true;
    },
    writeHead: (status: number, ...rest: unknown[]) => {
      res.statusCode = status;
      const headers = rest.find((it) => typeof it === "object" && it !== null) ?? {};
      for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
      return res;
    },
    flushHeaders: () => {},
    end: (...all: Write) => {
      keep(all);
      for (const name of Object.keys(held))
        delete (res as unknown as Record<string, unknown>)[name];
      send(res, Buffer.concat(chunks), still).catch(failed);
      return res;
    },
  };
  Object.assign(res, held);
}
