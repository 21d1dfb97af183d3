import { expect, test } from "vitest";
import type { Assets } from "./assets";
import { type PageView, publicPage } from "./public-page";
import { Site } from "./site";

const assets: Assets = {
  stylesheet: "/a.css",
  font: "/a.woff2",
  icon: "data:,",
  find: () => undefined,
};
const missing: PageView = { status: 404, head: { title: "Missing" }, body: "missing" };
const failed: PageView = { status: 500, head: { title: "Failed" }, body: "failed" };

/** Requests `url` from a site whose page at "/things/{id}" renders this view. */
async function request(url: string, view: (id: string) => PageView) {
  const page = publicPage({
    path: "/things/{id}",
    load: ({ params }) => params["id"] ?? "",
    render: view,
  });
  const site = new Site({ pages: [page], missing, failed }, async () => assets);
  const match = await site.find({ url, header: () => null });
  const { status, headers, body } = await (match ? match.respond() : site.missing());
  return { status, headers, html: String(body) };
}

test("pages allow no inline scripts, and only pages with scripts allow any", async () => {
  const { headers, html } = await request("/things/1", () => ({
    head: { title: "<1>" },
    body: "x",
  }));
  expect(headers["content-security-policy"]).toContain("script-src 'none'; style-src 'self';");
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en"><head>.*<title>&lt;1&gt; · Carbon Till</);
  const head = { title: "Whole", isWholeTitle: true, isIndexed: false, language: "de" };
  const other = await request("/things/1", () => ({ head, body: "x", scripts: ["/a.js"] }));
  expect(other.headers["content-security-policy"]).toContain(
    "script-src 'self'; style-src 'self';",
  );
  expect(other.html).toContain('<script src="/a.js" defer=""></script>');
  expect(other.html).toContain('<html lang="de">');
  expect(other.html).toContain("<title>Whole</title>");
  expect(other.html).toContain('<meta name="robots" content="noindex"/>');
});

test("only shared pages are cacheable", async () => {
  const head = { title: "A" };
  const own = await request("/things/1", () => ({ head, body: "x" }));
  expect(own.headers["cache-control"]).toBe(
    "private, no-cache, no-store, max-age=0, must-revalidate",
  );
  const shared = await request("/things/1", () => ({ head, body: "x", shared: "data" }));
  expect(shared.headers["cache-control"]).toBe(
    "public, max-age=0, s-maxage=2, stale-while-revalidate=8",
  );
});

test.each([
  ["/things/a%2Fb?c", "a/b"],
  ["/things/a%20b/", "a b"],
  ["/things/%00", "\ufffd"],
  ["/things/%E0%A4%A", "%E0%A4%A"],
])("%s decodes to its ID", async (url, id) => {
  const { html } = await request(url, (given) => ({ head: { title: "A" }, body: given }));
  expect(html).toContain(`<body>${id}</body>`);
});

test("unknown paths return 404, and a failed page does not reveal the reason", async () => {
  for (const url of ["/", "/things", "/things/", "/things/1/2", "/other"]) {
    expect([url, (await request(url, () => missing)).status]).toEqual([url, 404]);
  }
  const { status, html } = await request("/things/1", () => {
    throw new Error("planted");
  });
  expect(status).toBe(500);
  expect(html).toContain("failed");
  expect(html).not.toContain("planted");
});
