// Pages of the documentation, as HTML and as Markdown, without a browser.
import fs from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { publicContext } from "#core/context";
import { database } from "#core/db";
import { listEmissionFactors } from "#domain/catalogue";
import { openDocsSite } from "#testing/docs-text";
import { partsOf } from "./changelog-page";
import { guidePages } from "./guide/pages";
import { listOperations, listSchemas, serverUrl } from "./reference/contents";

let read: Awaited<ReturnType<typeof openDocsSite>>["read"];

beforeAll(async () => {
  ({ read } = await openDocsSite());
});

describe("each page of the documentation", () => {
  it("has a Markdown file at its address with .md", async () => {
    const addresses = [
      ...guidePages.map((page) => page.path),
      "/docs/changelog",
      "/docs/changelog/releases",
      "/docs/emission-factors",
      "/docs/reference",
      ...listOperations().map(({ id }) => `/docs/reference/${id}`),
      ...listSchemas().map((name) => `/docs/reference/schemas/${name}`),
    ];
    for (const address of addresses) {
      const { status, type, text } = await read(`${address}.md`);
      expect([address, status, type]).toEqual([address, 200, "text/markdown; charset=utf-8"]);
      expect(text).toMatch(/^# \S/m);
      expect(text, address).not.toMatch(/<\/?(div|span|p|a|code)\b|\[object|undefined/);
    }
    expect((await read("/docs/reference/nothing.md")).status).toBe(404);
  });

  it("is listed in llms.txt, with a Markdown file that exists", async () => {
    const { type, text } = await read("/llms.txt");
    expect(type).toBe("text/plain; charset=utf-8");
    expect(text).toMatch(/^# Carbon Till\n\n> \S/);
    const paths = [...text.matchAll(/\]\(http:\/\/[^/]+(\/docs[^)]*)\)/g)].map(([, it = ""]) => it);
    expect(paths.length).toBeGreaterThan(listOperations().length + listSchemas().length);
    for (const path of paths) expect((await read(path)).status, path).toBe(200);
  });

  it("contains no key, and may be cached, except for the results of a search", async () => {
    for (const address of ["/docs", "/docs/reference/placeOrder"]) {
      const { text, caching } = await read(address);
      expect(text).not.toMatch(/ct_(test|live)_\w{8}/);
      expect(caching).toMatch(/^public/);
    }
    expect((await read("/docs/search?q=order")).caching).toMatch(/no-store/);
  });
});

/** Three minutes at 250 words a minute, without code. */
const MAX_COUNT = 750;

describe("the guide", () => {
  it("has pages that can be read in three minutes", async () => {
    for (const { path } of guidePages) {
      const { text } = await read(`${path}.md`);
      const count = text.replaceAll(/^ *```[\s\S]*?```$/gm, "").match(/\w\S*/g)?.length;
      expect([path, Number(count) > MAX_COUNT ? count : "short"]).toEqual([path, "short"]);
    }
  });

  it("keeps the anchors of its sections on the first page, where they were", async () => {
    const { text } = await read("/docs");
    const ids = guidePages.flatMap(({ sections }) => sections.map(({ id }) => id));
    for (const id of ids) expect(text.split(` id="${id}"`), id).toHaveLength(2);
  });
});

it("the collection for Postman has a request for each operation, to this installation", async () => {
  const { type, text } = await read("/docs/postman.json");
  expect(type).toBe("application/json");
  const { item: groups, variable } = JSON.parse(text);
  expect(variable[0]).toEqual({ key: "baseUrl", value: serverUrl() });
  const requests = groups.flatMap(({ item }: { item: { request: object }[] }) =>
    item.map(({ request }) => request),
  );
  const operations = listOperations().filter(({ path }) => path !== null);
  expect(requests).toHaveLength(operations.length);
  for (const request of requests) {
    expect(request.url).toMatch(/^\{\{baseUrl\}\}\/\w/);
    if (request.body?.mode === "raw") JSON.parse(request.body.raw);
  }
  expect(text).not.toMatch(/ct_(test|live)_\w/);
});

it("samples and lists keep their form in Markdown", async () => {
  const { text } = await read("/docs/reference/placeOrder.md");
  expect(text).toContain("```sh\ncurl 'http");
  expect(text).toContain("```python\nimport json, os\n");
  expect(text).toContain("Requires exactly one of `amount_kg`, `total_price_usd_cents`");
  expect(text).toMatch(/^- `amount_kg` integer exactly one required\n {2}Amount of credits/m);
});

describe("the search", () => {
  const hrefs = async (query: string) => {
    const { text } = await read(`/docs/search?q=${encodeURIComponent(query)}`);
    return [...(text.split("<main")[1] ?? "").matchAll(/<a href="([^"]+)"/g)].map(([, it]) => it);
  };

  it("finds sections of the guide, operations, schemas and problems", async () => {
    const results = await hrefs("idempotency key");
    expect(results[0]).toBe("/docs/orders#idempotency");
    expect(results).toContain("/docs/reference/placeOrder");
    expect(results).toContain("/v1/errors/idempotency-key-too-long");
    expect(await hrefs("freight_mass_kg")).toContain("/docs/reference/schemas/QuoteAirFreight");
  });

  it("requires every term, and says when there is nothing", async () => {
    expect(await hrefs("idempotency xyzzy")).toEqual([]);
    expect((await read("/docs/search?q=%3Cb%3Exyzzy")).text).toContain(
      "Nothing matches <strong>&lt;b&gt;xyzzy</strong>",
    );
  });
});

describe("the page of emission factors", () => {
  it("shows the factors in force, also right after an import", async () => {
    const before = await listEmissionFactors({ ...publicContext(), account: { mode: "live" } });
    const rows = async () => (await read("/docs/emission-factors")).text.split("<tr").length - 2;
    expect(await rows()).toBe(before.length);
    const factor = before.find(({ activity }) => activity === "train");
    if (!factor) throw new Error("no factor for trains");
    const { origin: _, ...train } = factor;
    const data = { ...train, mode: "live", kgCo2ePerUnit: 0.0375, source: "Own measurement" };
    await database().prisma.emissionFactor.create({ data });
    const { text } = await read("/docs/emission-factors");
    expect(text).toContain("0.0375");
    expect(text).toContain("Own measurement");
    // The sandbox keeps its own.
    expect(text).toMatch(/Live mode[\s\S]*Test mode/);
  });
});

describe("the changelog", () => {
  it.each([
    ["API-CHANGELOG.md", "/docs/changelog"],
    ["CHANGELOG.md", "/docs/changelog/releases"],
  ])("has every entry of %s", async (name, address) => {
    const file = fs.readFileSync(name, "utf8");
    const [, text = ""] = (await read(address)).text.split("<main");
    const count = (form: RegExp) => file.match(form)?.length;
    expect(text.match(/<h2/g)?.length).toBe(count(/^## /gm));
    expect(text.match(/<li>/g)?.length).toBe(count(/^- /gm));
  });

  it("reads headings, lists and paragraphs over several lines", () => {
    const parts = partsOf("# Title\n\nOne\ntwo.\n\n## [1.0]\n\n### Added\n\n- A\n  b\n- C\n\nD\n");
    expect(parts.map(({ kind, items }) => [kind, ...items])).toEqual([
      ["text", "One two."],
      ["title", "[1.0]"],
      ["heading", "Added"],
      ["list", "A b", "C"],
      ["text", "D"],
    ]);
  });
});
