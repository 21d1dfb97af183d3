// Responses of the front while the dashboard is being built.
import { afterEach, beforeEach, expect, test } from "vitest";
import { publicPages } from "#public-pages";
import { Site } from "#site/site";
import { openFront } from "#testing/front";
import { noAssets } from "#testing/no-assets";

let front: Awaited<ReturnType<typeof openFront>>;

beforeEach(async () => {
  const site = new Site(publicPages, async () => noAssets);
  front = await openFront(site, (_req, res) => res.end("by the renderer"));
  front.source.dashboard = "building";
});
afterEach(() => front.close());

const get = async (path: string, init?: RequestInit) => {
  const response = await fetch(`${front.url}${path}`, init);
  return { response, text: await response.text() };
};

test("its pages say that it is being built and reload without a script, until it is", async () => {
  for (const path of ["/admin", "/admin/acc_1/test/orders?q=1"]) {
    const { response, text } = await get(path);
    expect(response.status).toBe(503);
    expect(text).toContain("The dashboard is being built");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "retry-after": "5",
      refresh: "5",
      "x-robots-tag": "noindex",
      "cache-control": expect.stringContaining("no-store"),
      "content-security-policy": expect.stringContaining("script-src 'none'"),
    });
  }
  front.source.dashboard = "ok";
  expect((await get("/admin")).text).toBe("by the renderer");
});

test("a failed build is named, and its page does not reload", async () => {
  front.source.dashboard = "failed";
  const { response, text } = await get("/admin");
  expect(response.status).toBe(503);
  expect(text).toContain("The dashboard could not be built");
  expect(response.headers.has("refresh")).toBe(false);
  expect((await get("/api/auth/session")).response.headers.has("retry-after")).toBe(false);
});

test("programs get JSON in place of a page", async () => {
  const call = await get("/trpc/session.logIn", { method: "POST", body: "{}" });
  expect(call.response.status).toBe(503);
  expect(JSON.parse(call.text)).toMatchObject({ error: { data: { httpStatus: 503 } } });
  const session = await get("/api/auth/session");
  expect(session.response.headers.get("content-type")).toBe("application/problem+json");
  expect(session.response.headers.get("retry-after")).toBe("5");
  expect(JSON.parse(session.text)).toMatchObject({
    code: "unavailable",
    detail: expect.stringContaining("is being built"),
  });
});

test("public pages, files and certificates' PDFs are served, and unknown addresses are not found", async () => {
  expect((await get("/verify")).response.status).toBe(200);
  expect((await get("/certificates/ord_1/pdf")).text).toBe("by the renderer");
  expect((await get("/nothing-is-here")).response.status).toBe(404);
  expect(front.requests.map(({ url }) => url)).toEqual(["/certificates/ord_1/pdf"]);
});
