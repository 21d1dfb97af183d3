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

/** What the site answers at `url` with a page of this view at "/things/{id}". */
async function ask(url: string, view: (id: string) => PageView) {
  const page = publicPage({
    path: "/things/{id}",
    load: ({ params }) => params["id"] ?? "",
    render: view,
  });
  const site = new Site({ pages: [page], missing, failed }, async () => assets);
  const found = await site.find({ url, header: () => null });
  const { status, headers, body } = await (found ? found.answer() : site.missing());
  return { status, headers, html: String(body) };
}

test("a page runs nothing inline, and only a page with scripts runs any", async () => {
  const { headers, html } = await ask("/things/1", () => ({ head: { title: "<1>" }, body: "x" }));
  expect(headers["content-security-policy"]).toContain("script-src 'none'; style-src 'self';");
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en"><head>.*<title>&lt;1&gt; · Carbon Till</);
  const head = { title: "Whole", isWholeTitle: true, isIndexed: false, language: "de" };
  const other = await ask("/things/1", () => ({ head, body: "x", scripts: ["/a.js"] }));
  expect(other.headers["content-security-policy"]).toContain(
    "script-src 'self'; style-src 'self';",
  );
  expect(other.html).toContain('<script src="/a.js" defer=""></script>');
  expect(other.html).toContain('<html lang="de">');
  expect(other.html).toContain("<title>Whole</title>");
  expect(other.html).toContain('<meta name="robots" content="noindex"/>');
});

test("only a page that says so may be shown to others", async () => {
  const head = { title: "A" };
  const own = await ask("/things/1", () => ({ head, body: "x" }));
  expect(own.headers["cache-control"]).toBe(
    "private, no-cache, no-store, max-age=0, must-revalidate",
  );
  const shared = await ask("/things/1", () => ({ head, body: "x", shared: "data" }));
  expect(shared.headers["cache-control"]).toBe(
    "public, max-age=0, s-maxage=2, stale-while-revalidate=8",
  );
});

test.each([
  ["/things/a%2Fb?c", "a/b"],
  ["/things/a%20b/", "a b"],
  ["/things/%00", "\ufffd"],
  ["/things/%E0%A4%A", "%E0%A4%A"],
])("an id is read from %s", async (url, id) => {
  const { html } = await ask(url, (given) => ({ head: { title: "A" }, body: given }));
  expect(html).toContain(`<body>${id}</body>`);
});

test("where no page is, the answer is a 404, and a page that fails keeps the reason to itself", async () => {
  for (const url of ["/", "/things", "/things/", "/things/1/2", "/other"]) {
    expect([url, (await ask(url, () => missing)).status]).toEqual([url, 404]);
  }
  const { status, html } = await ask("/things/1", () => {
    throw new Error("planted");
  });
  expect(status).toBe(500);
  expect(html).toContain("failed");
  expect(html).not.toContain("planted");
});
