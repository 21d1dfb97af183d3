import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { noAssets } from "#testing/no-assets";
import { type PageView, publicPage } from "./public-page";
import { Site } from "./site";

const missing: PageView = { status: 404, head: { title: "Missing" }, body: "missing" };
const failed: PageView = { status: 500, head: { title: "Failed" }, body: "failed" };

/** Requests `url` from a site whose page at "/things/{id}" renders this view. */
async function request(
  url: string,
  view: (id: string) => PageView,
  {
    isTranslated = false,
    linksFiles = false,
    accepted = null as string | null,
    fetchedAs = "document",
  } = {},
) {
  const page = publicPage({
    isTranslated,
    linksFiles,
    path: "/things/{id}",
    load: ({ params }) => params["id"] ?? "",
    render: view,
  });
  const views = {
    pages: [page],
    missing: () => missing,
    failed: () => failed,
    unbuilt: () => failed,
  };
  const file = { body: Buffer.from("run()"), headers: {} };
  const find = (path: string) => (path === "/own.js" ? file : undefined);
  const site = new Site(views, async () => ({ ...noAssets, css: "a>b{}", find }));
  const sent: Record<string, string | null> = {
    "accept-language": accepted,
    "sec-fetch-dest": fetchedAs,
  };
  const from = { url, header: (name: string) => sent[name] ?? null };
  const match = await site.find(from);
  const { status, headers, body } = await (match ? match.respond() : site.missing(from));
  return { status, headers, html: String(body) };
}

test("pages allow no inline scripts, and only pages with scripts allow any", async () => {
  const { headers, html } = await request("/things/1", () => ({
    head: { title: "<1>" },
    body: "x",
  }));
  expect(headers["content-security-policy"]).toContain(
    "script-src 'none'; style-src 'self' 'sha256-",
  );
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en"><head>.*<title>&lt;1&gt; · Carbon Till</);
  const head = { title: "Whole", isWholeTitle: true, isIndexed: false, language: "de" };
  const other = await request("/things/1", () => ({ head, body: "x", scripts: ["/a.js"] }));
  expect(other.headers["content-security-policy"]).toContain(
    "script-src 'self'; style-src 'self' 'sha256-",
  );
  expect(other.html).toContain('<script src="/a.js" defer=""></script>');
  expect(other.html).toContain('<html lang="de">');
  expect(other.html).toContain("<title>Whole</title>");
  expect(other.html).toContain('<meta name="robots" content="noindex"/>');
});

test("a page contains its style sheet, or links to it, and allows no other", async () => {
  const head = { title: "A", accent: "#0d5c41" };
  const view = () => ({ head, body: "x" });
  const { headers, html } = await request("/things/1", view);
  const css = /<style>(.*)<\/style>/.exec(html)?.[1] ?? "";
  expect(css).toMatch(/^a>b\{\}:root\{--color-accent:light-dark\(#0d5c41,/);
  const hash = createHash("sha256").update(css).digest("base64");
  expect(headers["content-security-policy"]).toContain(`style-src 'self' 'sha256-${hash}';`);
  expect(headers["content-security-policy"]).toContain("font-src 'self' data:;");
  expect(headers["link"]).toBeUndefined();

  const linked = await request("/things/1", view, { linksFiles: true });
  expect(linked.html).not.toContain("<style>");
  expect(linked.html).toContain('<link rel="stylesheet" href="/a.css"/>');
  expect(linked.headers["content-security-policy"]).toContain("style-src 'self';");
  expect(linked.headers["content-security-policy"]).toContain("font-src 'self';");
  expect(linked.headers["link"]).toContain("</a.css>; rel=preload");
});

test("a page contains its own scripts in their order, and loads those of others", async () => {
  const scripts = ["https://pay.test/a.js", "/own.js"];
  const view = { head: { title: "A" }, body: "x", scripts };
  const { html } = await request("/things/1", () => ({ ...view, nonce: "n1" }));
  expect(html).toContain(
    '<script src="https://pay.test/a.js" defer="" nonce="n1"></script>' +
      '<script type="module" nonce="n1">run()</script>',
  );
  const { headers } = await request("/things/1", () => view);
  const hash = createHash("sha256").update("run()").digest("base64");
  expect(headers["content-security-policy"]).toContain(`script-src 'self' 'sha256-${hash}';`);
});

test("what a waiting page fetches again and again contains no files", async () => {
  const view = (more: Partial<PageView>) => () => ({
    head: { title: "A" },
    body: "x",
    scripts: ["/own.js"],
    ...more,
  });
  const polled = await request("/things/1", view({}), { fetchedAs: "empty" });
  expect(polled.html).not.toMatch(/<style|run\(\)/);
  // Caches have one response for all.
  const shared = await request("/things/1", view({ shared: "data" }), { fetchedAs: "empty" });
  expect(shared.html).toMatch(/<style.*run\(\)/);
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

test("a translated page names its language and its addresses in the others", async () => {
  const head = { title: "A", canonical: "http://a.test/things/1?mode=test" };
  const read = (url: string, accepted: string | null) =>
    request(url, () => ({ head, body: "x" }), { isTranslated: true, accepted });
  const { headers, html } = await read("/things/1?lang=de", "fr");
  expect(headers).toMatchObject({
    "content-language": "de",
    vary: "Accept-Encoding, Accept-Language",
  });
  expect(html).toContain('<html lang="de">');
  const german = "http://a.test/things/1?mode=test&amp;lang=de";
  expect(html).toContain(`<link rel="canonical" href="${german}"/>`);
  expect(html).toContain(`<link rel="alternate" hrefLang="de" href="${german}"/>`);
  for (const code of ["en", "x-default"]) {
    expect(html).toContain(
      `<link rel="alternate" hrefLang="${code}" href="http://a.test/things/1?mode=test"/>`,
    );
  }
  expect((await read("/things/1", "es-MX")).html).toContain('<html lang="es">');
  const english = await request("/things/1", () => ({ head, body: "x" }), { accepted: "de" });
  expect(english.html).toContain('<html lang="en">');
  expect(english.headers["vary"]).toBeUndefined();
});
