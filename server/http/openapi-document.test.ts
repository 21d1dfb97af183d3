import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "#testing/api";
import { isOpenapiRequest, sendOpenapi } from "./front";

const server = http.createServer((req, res) =>
  isOpenapiRequest(req) ? sendOpenapi(req, res) : res.writeHead(404).end(),
);
let url: string;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/openapi.json`;
});
afterAll(() => void server.close());

test("equals the API's response, in each encoding, with one ETag", async () => {
  const own = await call("GET", "/openapi.json");
  for (const encoding of ["br", "gzip", "identity"]) {
    const response = await fetch(url, { headers: { "accept-encoding": encoding } });
    expect(await response.text()).toBe(own.text);
    expect(response.headers.get("content-encoding") ?? "identity").toBe(encoding);
    for (const name of ["etag", "cache-control", "content-type"]) {
      expect(response.headers.get(name)).toBe(own.headers.get(name));
    }
  }
});

test("returns 304 to clients that have it, and only headers for HEAD", async () => {
  const head = await fetch(url, { method: "HEAD", headers: { "accept-encoding": "br" } });
  const [etag = "", length] = [head.headers.get("etag") ?? "", head.headers.get("content-length")];
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect(Number(length)).toBeGreaterThan(1000);
  const known = await fetch(url, { headers: { "if-none-match": etag } });
  expect([known.status, await known.text(), known.headers.get("content-type")]).toEqual([
    304,
    "",
    null,
  ]);
});

test("leaves other paths, queries and methods to the API", async () => {
  expect((await fetch(`${url}?x=1`)).status).toBe(404);
  expect((await fetch(`${url}/`)).status).toBe(404);
  expect((await fetch(url, { method: "POST" })).status).toBe(404);
});
