import { expect, test } from "vitest";
import { publicPages } from "#public-pages";
import { Site } from "#site/site";
import { noAssets } from "#testing/no-assets";
import { cacheKeyOf, rendererCaching } from "./page-cache";

const site = new Site(publicPages, async () => noAssets);

async function addressOf(url: string, language: string | null = null) {
  const sitePage = await site.find({ url, header: () => language });
  const keeping = sitePage ? sitePage.keeping : rendererCaching(url);
  return cacheKeyOf(url, keeping, sitePage?.language);
}

test.each([
  ["/", "/", "data"],
  ["/docs", "/docs", "build"],
  ["/docs/reference/schemas/Order?x=1", "/docs/reference/schemas/Order", "build"],
  ["/_next/static/chunks/a.js", "/_next/static/chunks/a.js", "build"],
  ["/verify", "/verify", "build"],
  ["/certificates/ord_1?utm_source=mail", "/certificates/ord_1", "data"],
  ["/certificates/ord_1/", "/certificates/ord_1", "data"],
  ["/certificates/ord_1/pdf?1", "/certificates/ord_1/pdf", "data"],
  ["/certificates/ord_1/pdf?lang=de", "/certificates/ord_1/pdf?lang=de", "data"],
  ["/certificates/ord_1?lang=de&revision=2", "/certificates/ord_1?revision=2&lang=de", "data"],
  ["/verify?lang=en", "/verify?lang=en", "build"],
  ["/verify?lang=xx", "/verify", "build"],
  ["/impact/demo?kg=5", "/impact/demo", "data"],
  [
    "/impact/demo/badge.svg?b=1&lang=de&theme=dark",
    "/impact/demo/badge.svg?theme=dark&lang=de",
    "data",
  ],
  ["/impact/demo/picture.png?kg=5&lang=fr", "/impact/demo/picture.png?lang=fr", "data"],
  ["/share/project/prj_1?mode=test&lang=de", "/share/project/prj_1?mode=test&lang=de", "data"],
  ["/share/certificate/ord_1?v=fulfilled-1", "/share/certificate/ord_1", "data"],
  ["/impact/demo/oslo?kg=5", "/impact/demo/oslo", "data"],
  ["/impact/demo/oslo/card?kg=5&lang=de", "/impact/demo/oslo/card?lang=de", "data"],
  ["/projects/prj_1?mode=test&x=1", "/projects/prj_1?mode=test", "data"],
])("%s is cached as %s in the group %s", async (url, cached, group) => {
  expect(await addressOf(url)).toEqual({ url: cached, group });
});

test.each([
  "/verify?q=VCS-1",
  "/docs/search?q=orders",
  "/impact/demo?preview=1&sections=map",
  "/checkout/cs_1",
  "/admin/login",
  "/admin",
  "/trpc/session.person",
  "/api/auth/session",
  "/certificates/%E0%A4%A",
  `/certificates/${"x".repeat(600)}`,
  "http://elsewhere.example/docs",
])("%s is never cached", async (url) => {
  expect(await addressOf(url)).toBeNull();
});

test("a page that exists in the browser's language is cached under it", async () => {
  expect(await addressOf("/verify", "de-AT")).toEqual({ url: "/verify?lang=de", group: "build" });
  expect(await addressOf("/verify", "ja")).toEqual({ url: "/verify", group: "build" });
  expect(await addressOf("/docs", "de")).toEqual({ url: "/docs", group: "build" });
});
