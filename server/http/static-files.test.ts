// Files of the build, as browsers get them.
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import zlib from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withCaller } from "#core/caller";
import { commonHeaders } from "#core/page-headers";
import { compressedAt, compressStatic } from "#site/compressed";
import { Site } from "#site/site";
import { noAssets } from "#testing/no-assets";
import { pagesOf } from "./pages";
import { RendererClient } from "./renderer-client";

const SCRIPT = "console.log('a file of the build');".repeat(200);
const ADDRESS = "/_next/static/chunks/a1-b~c.js";
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-static-"));
const file = path.join(folder, ".next/static/chunks/a1-b~c.js");
const endings: (() => unknown)[] = [() => fs.rmSync(folder, { recursive: true })];
let port: number;

async function listening(server: http.Server, where: string | number): Promise<void> {
  server.listen(where);
  await once(server, "listening");
  endings.push(() => {
    server.closeAllConnections();
    server.close();
  });
}

beforeAll(async () => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, SCRIPT);
  fs.writeFileSync(path.join(folder, "secret.br"), "secret");
  await compressStatic(folder);
  const socketPath = path.join(folder, "s");
  const headers = {
    "last-modified": "Mon, 23 Nov 2026 00:00:00 GMT",
    "content-type": "application/javascript",
    "cache-control": "public, max-age=31536000, immutable",
    etag: '"one"',
  };
  const renderer = http.createServer((_req, res) => void res.writeHead(200, headers).end(SCRIPT));
  await listening(renderer, socketPath);
  const client = new RendererClient({ socketPath, secret: "secret" });
  endings.push(() => client.close());
  const message = () => ({ head: { title: "Message" }, body: "message" });
  const views = { pages: [], missing: message, failed: message, unbuilt: message };
  const site = new Site(views, async () => noAssets);
  const pages = pagesOf(site, { client, dashboard: "ok" }, folder);
  const front = http.createServer((req, res) => {
    for (const [name, value] of Object.entries(commonHeaders(true))) res.setHeader(name, value);
    return withCaller(req, () => pages.handle(req, res));
  });
  await listening(front, 0);
  ({ port } = front.address() as AddressInfo);
});
afterAll(async () => {
  for (const end of endings.toReversed()) await end();
});

async function get(headers: http.OutgoingHttpHeaders = {}, method = "GET") {
  const req = http.request({ port, path: ADDRESS, method, headers }).end();
  const [res] = (await once(req, "response")) as [http.IncomingMessage];
  const body = Buffer.concat(await res.toArray());
  return { status: res.statusCode, headers: res.headers, body };
}

const best = zlib.brotliCompressSync(SCRIPT);

it.each([
  ["gzip, deflate, br, zstd", "br"],
  ["br;q=0.1, gzip", "br"],
  ["*", "br"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0, *", "gzip"],
  ["gzip;q=0, br;q=0", undefined],
  ["identity", undefined],
  ["*;q=0", undefined],
  [undefined, undefined],
])("for Accept-Encoding %s is sent as %s", async (accepted, encoding) => {
  const { status, headers, body } = await get(accepted ? { "accept-encoding": accepted } : {});
  expect([status, headers["content-encoding"]]).toEqual([200, encoding]);
  expect(headers["content-length"]).toBe(String(body.length));
  expect(headers["vary"]).toBe("Accept-Encoding");
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  const decode = { br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync }[encoding ?? ""];
  expect(String(decode ? decode(body) : body)).toBe(SCRIPT);
  if (encoding === "br") expect(body).toEqual(best);
});

it("has one tag in every encoding, for which it is not sent again", async () => {
  const tags = await Promise.all(
    ["br", "gzip", "identity"].map(async (accepted) => {
      return (await get({ "accept-encoding": accepted })).headers.etag;
    }),
  );
  expect(tags).toEqual(['W/"one"', 'W/"one"', 'W/"one"']);
  const known = await get({ "accept-encoding": "br", "if-none-match": 'W/"one"' });
  expect([known.status, known.body.length]).toEqual([304, 0]);
  expect(known.headers["content-encoding"]).toBeUndefined();
});

it("has no headers that only a document or a client without ETags needs", async () => {
  const { headers } = await get({ "accept-encoding": "br" });
  expect(Object.keys(headers).toSorted()).toEqual([
    "cache-control",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "cross-origin-resource-policy",
    "date",
    "etag",
    "keep-alive",
    "strict-transport-security",
    "vary",
    "x-content-type-options",
  ]);
});

it("has for HEAD the headers of GET, and for a range the whole file", async () => {
  const head = await get({ "accept-encoding": "br" }, "HEAD");
  expect([head.status, head.body.length]).toEqual([200, 0]);
  expect(head.headers["content-length"]).toBe(String(best.length));
  const range = await get({ "accept-encoding": "br", range: "bytes=0-9" });
  expect([range.status, range.body]).toEqual([200, best]);
});

it("is read only from below the build's folder", async () => {
  expect(await compressedAt(folder, ADDRESS)).toEqual(best);
  for (const address of ["../../secret", "..%2F..%2Fsecret", "chunks/../../../secret", "secret"]) {
    expect(await compressedAt(folder, `/_next/static/${address}`)).toBeUndefined();
  }
  expect(await compressedAt(folder, "/_next/static/chunks/missing.js")).toBeUndefined();
});
