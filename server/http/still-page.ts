// Sends a page of Next's without Next's runtime: plain HTML, its own script, compressed, whole.
import type http from "node:http";
import { sha256 } from "#core/crypto";
import { weakEtag } from "#core/etag";
import type { PageSources } from "#core/page-headers";
import type { ScriptOf, StyleOf } from "./built-files";
import { encode, encodingFor, isCompressible } from "./compression";

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

const INLINE = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/gi;

/** Takes the nonces out of a page, and names what it runs by hash instead. */
export function withoutNonces(html: string): { html: string; sources: PageSources } {
  const plain = html.replace(/(<(?:script|style|link)\b[^>]*?)\snonce="[^"]*"/gi, "$1");
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const [, name = "", attributes = "", text = ""] of plain.matchAll(INLINE)) {
    const hash = `'sha256-${sha256(text).toString("base64")}'`;
    if (name.toLowerCase() === "style") styles.add(hash);
    else if (/\bsrc=/.test(attributes)) scripts.add("'self'");
    // A block of data is not run, and needs no leave.
    else if (!/\btype="application\//.test(attributes)) scripts.add(hash);
  }
  return { html: plain, sources: { scripts: [...scripts], styles: [...styles] } };
}

interface Still {
  /** What goes into an HTML page; null where the answer is sent as Next made it. */
  built: Built | null;
  /** Of the caller, before Next was kept from compressing. */
  acceptEncoding: string | undefined;
  /** Whether the page carries hashes in place of nonces, so that it may be shown to others. */
  isShared: boolean;
  /** The last word on status and headers, when the page is made and nothing of it sent. */
  finish(sources: PageSources | null): void;
}

function removeNeedlessLinks(res: http.ServerResponse, { styleOf }: Built): void {
  const link = res.getHeader("link");
  if (!link) return;
  // What remains are fonts, which need no nonce.
  const links = stillLinks(String(link), styleOf).replace(/;\s*nonce="[^"]*"/g, "");
  if (links) res.setHeader("link", links);
  else res.removeHeader("link");
}

/** The body as it will be read, with the headers that follow from it. */
function finished(res: http.ServerResponse, body: Buffer, still: Still): Buffer {
  const isPage = /^text\/html\b/.test(String(res.getHeader("content-type") ?? ""));
  // A page that failed on the server needs Next's runtime to say so.
  const { built } = still;
  if (!isPage || built === null || res.statusCode >= 500) {
    still.finish(null);
    return body;
  }
  removeNeedlessLinks(res, built);
  const html = stillHtml(body.toString("utf8"), built);
  if (!still.isShared) {
    still.finish(null);
    return Buffer.from(html);
  }
  const page = withoutNonces(html);
  still.finish(page.sources);
  return Buffer.from(page.html);
}

/** A tag for what may be shown again; one of its own is weak once the body is compressed. */
function tag(res: http.ServerResponse, text: Buffer, isEncoded: boolean): void {
  const own = res.getHeader("etag");
  const isPublic = /\bpublic\b/.test(String(res.getHeader("cache-control") ?? ""));
  if (own === undefined && isPublic) res.setHeader("etag", weakEtag(text));
  else if (own !== undefined && isEncoded) {
    res.setHeader("etag", `W/${String(own).replace(/^W\//, "")}`);
  }
}

async function send(res: http.ServerResponse, body: Buffer, still: Still): Promise<void> {
  const text = finished(res, body, still);
  const type = String(res.getHeader("content-type") ?? "");
  const canEncode = isCompressible(type) && res.getHeader("content-encoding") === undefined;
  const encoding = canEncode ? encodingFor(still.acceptEncoding) : "identity";
  tag(res, text, encoding !== "identity");
  const sent = await encode(text, encoding);
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
