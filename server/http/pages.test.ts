import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type http from "node:http";
import { afterEach, expect, test } from "vitest";
import { type Keeping, type PageRequest, publicPage } from "#site/public-page";
import { Site } from "#site/site";
import { openFront } from "#testing/front";
import { noAssets } from "#testing/no-assets";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const message = { head: { title: "Message" }, body: "message" };

/** Pages that show how often and with which parameters they were loaded. */
function testSite() {
  const loads: PageRequest[] = [];
  const of = (path: string, keeping?: Keeping) =>
    publicPage({
      path,
      ...(keeping && { keeping }),
      load: (request) => loads.push(request),
      render: (count) => ({
        ...message,
        body: `content ${count}`,
        ...(keeping && { shared: "data" }),
      }),
    });
  const pages = [of("/projects/{id}", { group: "data", varies: ["mode"] }), of("/verify")];
  const views = { pages, missing: () => message, failed: () => message, unbuilt: () => message };
  return { site: new Site(views, async () => noAssets), loads };
}

/** A front with a renderer that handles requests with `render`. */
async function open(render: http.RequestListener) {
  const { site, loads } = testSite();
  const front = await openFront(site, render);
  endings.push(front.close);
  return { ...front, loads };
}

const page = (res: http.ServerResponse, text = "<p>page</p>", headers = {}) =>
  void res
    .writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public, max-age=0, s-maxage=2",
      etag: 'W/"one"',
      ...headers,
    })
    .end(text);

test("renders a public page without the client's headers, and serves it to everyone", async () => {
  const { url, requests } = await open((_req, res) =>
    page(res, "<p>page</p>", { "set-cookie": "a=b" }),
  );
  const headers = { cookie: "session=mine", authorization: "Bearer mine", "user-agent": "mine" };
  const first = await fetch(`${url}/certificates/ord_1/json?utm=1`, { headers });
  expect(await first.text()).toBe("<p>page</p>");
  expect(first.headers.has("set-cookie")).toBe(false);
  expect(JSON.stringify(requests[0]?.rawHeaders)).not.toContain("mine");
  expect(requests[0]?.url).toBe("/certificates/ord_1/json");
  await (await fetch(`${url}/certificates/ord_1/json`)).text();
  expect(requests).toHaveLength(1);
});

test("serves a cached page in each encoding, as 304, and for HEAD", async () => {
  const { url, requests } = await open((_req, res) => page(res));
  for (const encoding of ["br", "gzip", "identity"]) {
    const headers = { "accept-encoding": encoding };
    const response = await fetch(`${url}/robots.txt`, { headers });
    expect(await response.text()).toBe("<p>page</p>");
    expect(response.headers.get("content-encoding") ?? "identity").toBe(encoding);
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
  }
  for (const tag of ['W/"one"', '"other", "one"', "*"]) {
    const known = await fetch(`${url}/robots.txt`, { headers: { "if-none-match": tag } });
    expect([known.status, await known.text(), known.headers.get("etag")]).toEqual([
      304,
      "",
      'W/"one"',
    ]);
  }
  const changed = await fetch(`${url}/robots.txt`, { headers: { "if-none-match": 'W/"old"' } });
  expect(changed.status).toBe(200);
  await changed.text();
  const head = await fetch(`${url}/robots.txt`, {
    method: "HEAD",
    headers: { "accept-encoding": "identity" },
  });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
    200,
    "11",
    "",
  ]);
  expect(requests).toHaveLength(1);
});

test("forwards other requests with cookies and bodies, and with the front's own headers", async () => {
  const { url, requests } = await open(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    res.writeHead(201, { "set-cookie": ["a=1", "b=2"], "x-carbon-till-inside": "1" });
    res.end(Buffer.concat(chunks));
  });
  const body = randomBytes(3_000_000);
  const response = await fetch(`${url}/trpc/files`, {
    method: "POST",
    body,
    headers: {
      cookie: "session=mine",
      "x-carbon-till-caller": "10.0.0.1",
      "x-carbon-till-secret": "a guess",
      "content-security-policy": "chosen",
    },
  });
  expect(response.status).toBe(201);
  expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true);
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(response.headers.has("x-carbon-till-inside")).toBe(false);
  const headers = requests[0]?.headers ?? {};
  expect(headers).toMatchObject({
    cookie: "session=mine",
    "x-carbon-till-caller": "127.0.0.1",
    "x-carbon-till-secret": "the-secret",
    "x-carbon-till-address": "127.0.0.1",
    "content-length": "3000000",
  });
  expect(headers).not.toHaveProperty("content-security-policy");
});

test("serves no page from before a change made through the front", async () => {
  let text = "<p>before</p>";
  const { url } = await open((req, res) => {
    if (req.method === "GET") return page(res, text);
    text = "<p>after</p>";
    res.writeHead(req.url === "/trpc/refused" ? 400 : 200).end();
  });
  const read = async () => (await fetch(`${url}/impact/demo/card`)).text();
  expect(await read()).toBe("<p>before</p>");
  await fetch(`${url}/trpc/refused`, { method: "POST" });
  expect(await read()).toBe("<p>before</p>");
  await fetch(`${url}/trpc/impact.set`, { method: "POST" });
  expect(await read()).toBe("<p>after</p>");
});

test("ends the rendering when the client disconnects", async () => {
  const { url, renderer } = await open(() => undefined);
  const pending = once(renderer, "request");
  const leaving = new AbortController();
  const response = fetch(`${url}/admin/export`, { signal: leaving.signal }).catch(() => "left");
  const [, res] = (await pending) as [unknown, http.ServerResponse];
  const closed = once(res, "close");
  leaving.abort();
  await closed;
  expect(await response).toBe("left");
});

test("does not pass an aborted response off as complete", async () => {
  const { url } = await open((_req, res) => {
    res.writeHead(200, { "content-type": "text/csv" });
    res.write("a,b\n");
    setTimeout(() => res.destroy(), 20);
  });
  const response = await fetch(`${url}/admin/export`);
  await expect(response.text()).rejects.toThrow();
});

test("returns 503 without a renderer, in the format that the client expects", async () => {
  const { url, source, renderer } = await open((_req, res) => page(res));
  const renderers = source.client;
  source.client = undefined;
  const forPeople = await fetch(`${url}/certificates/ord_1/json`, {
    headers: { accept: "text/html" },
  });
  expect([forPeople.status, forPeople.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await forPeople.text()).toContain("in a moment");
  const forPrograms = await fetch(`${url}/trpc/x`, { method: "POST", body: "{}" });
  expect(await forPrograms.json()).toMatchObject({ error: { data: { httpStatus: 503 } } });
  source.client = renderers;
  renderer.closeAllConnections();
  await expect.poll(async () => (await fetch(`${url}/certificates/ord_1/json`)).status).toBe(200);
});

test("rejects a method that no page allows, without the renderer or expiring the cache", async () => {
  const { url, requests } = await open((_req, res) => page(res));
  await (await fetch(`${url}/certificates/ord_1/json`)).text();
  for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
    const response = await fetch(`${url}/certificates/ord_1/json`, { method });
    expect([method, response.status]).toEqual([method, 405]);
    expect(response.headers.get("allow")).toBe("GET, HEAD");
  }
  await (await fetch(`${url}/certificates/ord_1/json`)).text();
  expect(requests).toHaveLength(1);
});

test("forwards the dashboard's changes to the renderer", async () => {
  const { url, requests } = await open((_req, res) => res.end("{}"));
  const paths = [
    "/trpc/keys.create?batch=1",
    "/api/auth/signout",
    "/admin/operator/live/import/files",
    "/admin/operator/live/retirements/files",
  ];
  for (const path of paths) expect((await fetch(url + path, { method: "POST" })).status).toBe(200);
  expect(requests.map((req) => req.url)).toEqual(paths);
});

test("serves pages of the site without the renderer, and loads a cached one once", async () => {
  const { url, source, pages, loads } = await open((_req, res) => res.writeHead(500).end());
  source.client = undefined;
  const read = async (path: string) => {
    const response = await fetch(url + path, { headers: { cookie: "mine=1" } });
    return [response.status, /content \d/.exec(await response.text())?.[0]];
  };
  expect(await read("/projects/prj%2F1?mode=test&utm=1")).toEqual([200, "content 1"]);
  expect(await read("/projects/prj%2F1/?mode=test")).toEqual([200, "content 1"]);
  const first = await fetch(`${url}/projects/prj%2F1?mode=test`);
  const tagged = { headers: { "if-none-match": first.headers.get("etag") ?? "" } };
  expect((await fetch(`${url}/projects/prj%2F1?mode=test`, tagged)).status).toBe(304);
  // Shared pages are rendered without the client's headers.
  expect(loads[0]?.params).toEqual({ id: "prj/1" });
  expect(loads[0]?.header("cookie")).toBeNull();
  pages.expireData();
  expect(await read("/projects/prj%2F1?mode=test")).toEqual([200, "content 2"]);
  expect(await read("/verify?q=1")).toEqual([200, "content 3"]);
  expect(await read("/verify?q=1")).toEqual([200, "content 4"]);
  expect(loads[3]?.header("cookie")).toBe("mine=1");
  expect(loads[3]?.query.get("q")).toBe("1");
});

test("a missing address costs one rendering for all, and no request to the renderer", async () => {
  let views = 0;
  const missing = () => {
    views += 1;
    return { ...message, status: 404 };
  };
  const all = { pages: [], missing, failed: () => message, unbuilt: () => message };
  const front = await openFront(new Site(all, async () => noAssets), (_req, res) => res.end());
  endings.push(front.close);
  for (const path of ["/wp-login.php", "/a?b=1", "/projects", "/x.js"]) {
    expect((await fetch(front.url + path)).status).toBe(404);
  }
  expect([views, front.requests]).toEqual([1, []]);
});
