// What goes out of a page that does without Next's runtime, and how.
import { createHash } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import zlib from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { sharedPagePolicy } from "#core/page-headers";
import { encodingFor } from "./compression";
import {
  type Built,
  justLinks,
  sendStill,
  stillHtml,
  stillLinks,
  withoutNonces,
} from "./still-page";

const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const page =
  '<!DOCTYPE html><html><head><link rel="preload" as="script" href="/_next/a.js"/>' +
  '<link rel="stylesheet" href="/a.css"/></head><body><!--$--><main>12 <!-- -->kg €</main><!--/$-->' +
  '<script src="/own.js" defer="" data-kept=""></script><script src="/_next/a.js" async=""></script>' +
  '<script nonce="n">self.__next_f.push([1,"\\u003cscript>"])</script></body></html>';
const still =
  '<!DOCTYPE html><html><head><link rel="stylesheet" href="/a.css"/></head>' +
  '<body><main>12 kg €</main><script src="/own.js" defer="" data-kept=""></script></body></html>';

test("a still page keeps its own script and loses the runtime's, its preloads and its marks", () => {
  expect(stillHtml(page, justLinks)).toBe(still);
});

test("a style sheet of the build is written into the page, under the page's nonce", () => {
  const styleOf: Built["styleOf"] = (href) => (href === "/built.css" ? "p{color:red}" : undefined);
  const link = (href: string) => `<link rel="stylesheet" href="${href}" nonce="n1"/>`;
  const html = stillHtml(`${link("/built.css")}${link("/other.css")}`, {
    ...justLinks,
    styleOf,
  });
  expect(html).toBe(`<style nonce="n1">p{color:red}</style>${link("/other.css")}`);
  const preload = (href: string) => `<${href}>; rel=preload; as="style"; nonce="n1"`;
  const header = `${preload("/built.css")}, ${preload("/other.css")}`;
  expect(stillLinks(header, styleOf).trim()).toBe(preload("/other.css"));
});

test("a short script that may wait is written into the page, and waits there", () => {
  const scriptOf: Built["scriptOf"] = (src) => (src === "/own.js" ? "go()" : undefined);
  const built = { ...justLinks, scriptOf };
  const script = (src: string, how: string) =>
    `<script ${how}="" src="${src}" nonce="n1" data-kept=""></script>`;
  const inPage = '<script type="module" nonce="n1">go()</script>';
  expect(stillHtml(script("/own.js", "async"), built)).toBe(inPage);
  for (const other of [script("/own.js", "defer"), script("/long.js", "async")]) {
    expect(stillHtml(other, built)).toBe(other);
  }
});

test("the sign of the application is in the page, which asks nobody for it", () => {
  const link = (href: string) => `<link rel="icon" href="${href}" sizes="any"/>`;
  const built = { ...justLinks, icon: "data:image/svg+xml,%3Csvg%2F%3E" };
  expect(stillHtml(link("/icon.svg?icon.3d.svg"), built)).toBe(link(built.icon));
  expect(stillHtml(link("/other.svg"), built)).toBe(link("/other.svg"));
});

test("a page for everybody has no nonce, and its policy names what it runs by hash", () => {
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const given =
    '<style nonce="n1">p{}</style><link rel="stylesheet" nonce="n1" href="/a.css"/>' +
    '<script async="" src="/own.js" nonce="n1"></script>' +
    '<script type="module" nonce="n1">go()</script>' +
    '<script type="application/ld+json" nonce="n1">{}</script><p>nonce="n1"</p>';
  const { html, sources } = withoutNonces(given);
  expect(html).toBe(given.replace(/ nonce="n1"(?=[ />])/g, ""));
  expect(html).toContain('<p>nonce="n1"</p>');
  expect(sources).toEqual({ scripts: ["'self'", hash("go()")], styles: [hash("p{}")] });
  const policy = sharedPagePolicy(sources);
  expect(policy).toContain(`script-src 'self' ${hash("go()")};`);
  expect(policy).toContain(`style-src 'self' ${hash("p{}")};`);
  expect(policy).not.toMatch(/nonce|unsafe|strict-dynamic/);
  expect(sharedPagePolicy({ scripts: [], styles: [] })).toContain("script-src 'none';");
});

test("the preloads in the header lose the runtime's scripts alone", () => {
  const font = '</a.woff2>; rel=preload; as="font"; crossorigin=""';
  const script = '</a.js>; rel=preload; as="script"; nonce="n"';
  expect(stillLinks(`${font}, ${script}`, justLinks.styleOf)).toBe(font);
  expect(stillLinks(script, justLinks.styleOf)).toBe("");
});

test("the answer is compressed as the caller can read it, and best where there is a choice", () => {
  expect(encodingFor("gzip, deflate, br, zstd")).toBe("br");
  expect(encodingFor("gzip")).toBe("gzip");
  expect(encodingFor("br;q=0, gzip")).toBe("gzip");
  expect(encodingFor("identity")).toBe("identity");
  expect(encodingFor(undefined)).toBe("identity");
});

/** The raw answer to a request for what `make` writes. */
async function ask(
  make: (res: http.ServerResponse) => void,
  { method = "GET", acceptEncoding }: { method?: string; acceptEncoding?: string } = {},
) {
  const server = http.createServer((_req, res) => {
    const finish = () => void res.setHeader("x-finished", "yes");
    sendStill(res, { acceptEncoding, built: justLinks, isShared: false, finish }, () =>
      res.destroy(),
    );
    make(res);
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const request = http.request({ port, method, host: "127.0.0.1" });
  request.end();
  const [answer] = (await once(request, "response")) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) };
}

function writeInPieces(res: http.ServerResponse): void {
  res.writeHead(410, { "Content-Type": "text/html; charset=utf-8" });
  // Cut within a letter of three bytes.
  const bytes = Buffer.from(page);
  const middle = bytes.indexOf("€") + 1;
  res.write(bytes.subarray(0, middle));
  res.end(bytes.subarray(middle));
}

test("a page written in pieces goes out whole, with its status, length and last headers", async () => {
  const plain = await ask(writeInPieces);
  expect(plain.status).toBe(410);
  expect(plain.body.toString()).toBe(still);
  expect(plain.headers).toMatchObject({
    "x-finished": "yes",
    "content-length": String(Buffer.byteLength(still)),
  });
  const packed = await ask(writeInPieces, { acceptEncoding: "br" });
  expect(packed.headers["content-encoding"]).toBe("br");
  expect(packed.headers["content-length"]).toBe(String(packed.body.length));
  expect(zlib.brotliDecompressSync(packed.body).toString()).toBe(still);
});

test("the answer to a HEAD has the headers of the page and nothing of it", async () => {
  const head = await ask(writeInPieces, { method: "HEAD" });
  expect(head.headers["content-length"]).toBe(String(Buffer.byteLength(still)));
  expect(head.body).toHaveLength(0);
});

test("a page that failed keeps the runtime that says so, and other kinds are left as they are", async () => {
  const failed = await ask((res) => {
    res.writeHead(500, { "Content-Type": "text/html" }).end(page);
  });
  expect(failed.body.toString()).toBe(page);
  const text = await ask((res) => {
    res.writeHead(200, { "Content-Type": "text/plain" }).end(page);
  });
  expect(text.body.toString()).toBe(page);
});
