import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findLogo } from "#domain/accounts";
import { call } from "#testing/api";
import { makeAccount, systemContext } from "#testing/factories";
import { httpServer, type LocalServer } from "#testing/local-server";
import { withPrivateNetwork } from "#testing/settings";

withPrivateNetwork();

const green = { r: 20, g: 90, b: 60 };
const picture = sharp({ create: { width: 1500, height: 300, channels: 3, background: green } });
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5">
  <rect width="10" height="5" fill="rgb(20,90,60)"/></svg>`;

let key: string;
let pictures: { contentType: string; bytes: Buffer<ArrayBuffer> }[];
let server: LocalServer;
let downloads = 0;

beforeAll(async () => {
  key = (await makeAccount()).token;
  pictures = [
    { contentType: "image/png", bytes: await picture.clone().png().toBuffer() },
    { contentType: "image/jpeg", bytes: await picture.clone().jpeg().toBuffer() },
    { contentType: "image/webp", bytes: await picture.clone().webp().toBuffer() },
    { contentType: "image/svg+xml", bytes: Buffer.from(svg) },
  ];
  server = await httpServer((req, res) => {
    downloads += 1;
    const served = pictures[Number(req.url?.slice(1))];
    if (req.url === "/page") return res.setHeader("content-type", "text/html").end("<p>");
    if (req.url === "/moved") return res.writeHead(302, { location: "/0" }).end();
    if (req.url === "/away") return res.writeHead(302, { location: "http://[::1]:1/" }).end();
    if (!served) return res.writeHead(404).end();
    return res.setHeader("content-type", served.contentType).end(served.bytes);
  });
});
afterAll(() => server.close());

async function makeSubaccount(body: object = {}): Promise<string> {
  return (await call("POST", "/subaccounts", { key, body: { name: "Shop", ...body } })).json.id;
}

/** The published image. */
async function published(logoUrl: string) {
  const file = /\/logos\/([0-9a-f]{64}\.png)$/.exec(logoUrl)?.[1] ?? "";
  const logo = await findLogo(systemContext(), file);
  if (!logo) throw new Error(`nothing is published at ${logoUrl}`);
  const { data, info } = await sharp(logo.bytes).raw().toBuffer({ resolveWithObject: true });
  return { contentType: logo.contentType, width: info.width, height: info.height, first: data[1] };
}

const put = (id: string, raw: Buffer<ArrayBuffer>, contentType: string) =>
  call("PUT", `/subaccounts/${id}/logo`, { key, raw, headers: { "content-type": contentType } });

describe("PUT /subaccounts/{id}/logo", () => {
  it("stores each of the four types as a PNG of at most 1024 pixels", async () => {
    const id = await makeSubaccount();
    for (const { contentType, bytes } of pictures) {
      const response = await put(id, bytes, contentType);
      expect(response.status).toBe(200);
      const stored = await published(response.json.logo_url);
      expect(stored).toMatchObject({ contentType: "image/png", width: 1024 });
      expect(Math.abs((stored.first ?? 0) - green.g)).toBeLessThan(4);
      expect((await call("GET", `/subaccounts/${id}`, { key })).json).toEqual(response.json);
    }
  });

  it("rejects another content type, invalid images, too much, and nothing, by name", async () => {
    const id = await makeSubaccount();
    const gif = await put(id, Buffer.from("GIF89a"), "image/gif");
    expect(gif.status).toBe(415);
    const text = await put(id, Buffer.from("no picture"), "image/png");
    expect([text.status, Object.keys(text.json.errors)]).toEqual([400, ["body"]]);
    const large = await put(id, Buffer.alloc(5 * 1024 * 1024 + 1), "image/png");
    expect(large.status).toBe(413);
    const none = await put(id, Buffer.alloc(0), "image/png");
    expect([none.status, Object.keys(none.json.errors)]).toEqual([400, ["body"]]);
    expect((await call("GET", `/subaccounts/${id}`, { key })).json.logo_url).toBeNull();
  });
});

describe("POST /subaccounts/{id}/logo", () => {
  const post = (id: string, path: string, headers?: Record<string, string>) =>
    call("POST", `/subaccounts/${id}/logo`, {
      key,
      body: { logo_url: `${server.origin}${path}` },
      ...(headers && { headers }),
    });

  it("downloads the image, also after a redirect on the same server", async () => {
    const id = await makeSubaccount();
    for (const path of ["/0", "/3", "/moved"]) {
      const response = await post(id, path);
      expect(response.status).toBe(200);
      expect((await published(response.json.logo_url)).width).toBe(1024);
    }
  });

  it("names logo_url if the download fails", async () => {
    const id = await makeSubaccount();
    for (const path of ["/page", "/none", "/away"]) {
      const refused = await post(id, path);
      expect([refused.status, Object.keys(refused.json.errors)]).toEqual([400, ["logo_url"]]);
    }
  });

  it("repeated with its key returns the same without another download", async () => {
    const id = await makeSubaccount();
    const headers = { "idempotency-key": "logo-1" };
    const first = await post(id, "/1", headers);
    const before = downloads;
    const again = await post(id, "/1", headers);
    expect([again.text, again.headers.get("x-idempotent-replay")]).toEqual([first.text, "true"]);
    expect(downloads).toBe(before);
    expect((await post(id, "/2", headers)).status).toBe(422);
  });
});

describe("a subaccount's logo", () => {
  it("can be set with a new subaccount, and an invalid one prevents it", async () => {
    const body = { name: "With a logo", logo_url: `${server.origin}/2` };
    const created = await call("POST", "/subaccounts", { key, body });
    expect((await published(created.json.logo_url)).width).toBe(1024);
    const before = (await call("GET", "/subaccounts", { key })).text;
    const bad = { name: "Without", logo_url: `${server.origin}/page` };
    const refused = await call("POST", "/subaccounts", { key, body: bad });
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([400, ["logo_url"]]);
    expect((await call("GET", "/subaccounts", { key })).text).toBe(before);
  });

  it("survives an update, and is gone once it is removed", async () => {
    const id = await makeSubaccount({ logo_url: `${server.origin}/0` });
    const updated = await call("PUT", `/subaccounts/${id}`, { key, body: { name: "New" } });
    expect(updated.json.logo_url).toMatch(/\.png$/);
    for (let time = 0; time < 2; time += 1) {
      const removed = await call("DELETE", `/subaccounts/${id}/logo`, { key });
      expect([removed.status, removed.json.logo_url]).toEqual([200, null]);
    }
  });
});
