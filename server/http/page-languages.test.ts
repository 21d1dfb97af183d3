// Translated pages in the page cache.
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { withCaller } from "#core/caller";
import { type PageRequest, publicPage } from "#site/public-page";
import { Site } from "#site/site";
import { noAssets } from "#testing/no-assets";
import { pagesOf } from "./pages";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/** A front with one translated page, which counts how often it is rendered. */
async function open() {
  const loads: PageRequest[] = [];
  const page = publicPage({
    path: "/impact/{slug}",
    keeping: { group: "data" },
    isTranslated: true,
    load: (request) => loads.push(request),
    render: (count, { reader }) => ({
      head: { title: "Page" },
      body: `content ${count} ${reader.language}`,
      shared: "data",
    }),
  });
  const message = () => ({ head: { title: "Message" }, body: "message" });
  const site = new Site(
    { pages: [page], missing: message, failed: message, unbuilt: message },
    async () => noAssets,
  );
  const pages = pagesOf(site, { client: undefined, dashboard: "ok" }, "");
  const front = http.createServer((req, res) => withCaller(req, () => pages.handle(req, res)));
  endings.push(() => front.close());
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  return { url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`, loads };
}

test("caches a translated page per language, and never shows it in another", async () => {
  const { url, loads } = await open();
  const read = async (query: string, accepted = "") => {
    const response = await fetch(`${url}/impact/demo${query}`, {
      headers: { "accept-language": accepted },
    });
    const html = await response.text();
    expect(response.headers.get("vary")).toBe("Accept-Encoding, Accept-Language");
    const { 1: content, 2: language } = /content (\d+) (\w+)/.exec(html) ?? [];
    expect(html).toContain(`<html lang="${language}">`);
    expect(response.headers.get("content-language")).toBe(language);
    return { content, language };
  };
  const german = await read("", "de-AT, en;q=0.5");
  expect(german.language).toBe("de");
  expect((await read("", "pt, en;q=0.5")).language).toBe("en");
  expect(await read("?lang=de", "fr")).toEqual(german);
  expect(await read("?lang=xx&utm=1", "de")).toEqual(german);
  expect((await read("?lang=fr", "de")).language).toBe("fr");
  // Chosen English keeps its choice in the page's links, so it is a page of its own.
  expect((await read("?lang=en", "de")).language).toBe("en");
  expect(loads).toHaveLength(4);
});
