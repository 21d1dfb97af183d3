import fs from "node:fs";
import path from "node:path";
import { expect } from "playwright/test";
import { checkedFetch } from "#testing/contract/fetch";
import { test } from "./checked-test";
import { type LiveShop, openLiveShop } from "./live-shop";

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40"><rect width="80" height="40" fill="#247"/></svg>`;

test.describe.configure({ mode: "serial" });

let shop: LiveShop;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  shop = await openLiveShop();
});

test.afterAll(() => shop.own.end());

test("search engines may index the page until its owner turns that off", async () => {
  const { call, text } = shop;
  const robots = await text("/robots.txt");
  const sitemapUrl = /^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? "";
  expect(new URL(sitemapUrl).pathname).toBe("/sitemap.xml");
  const noindex = /<meta name="robots" content="noindex/;
  const listed = async () => /<loc>\S+\/impact\/demo<\/loc>/.test(await text("/sitemap.xml"));
  expect([await listed(), noindex.test(await text("/impact/demo"))]).toEqual([true, false]);
  expect(await text("/sitemap.xml")).not.toContain("demo-test");
  expect(await text("/sitemap.xml")).toMatch(/<loc>\S+\/docs<\/loc>/);
  const page = { enabled: true, enabled_equivalents: ["cars"] };
  await call("PUT", "/impact/hosted-page-config", { ...page, listed: false });
  expect([await listed(), noindex.test(await text("/impact/demo"))]).toEqual([false, true]);
  await call("PUT", "/impact/hosted-page-config", { ...page, enabled: false });
  expect(await listed()).toBe(false);
  await call("PUT", "/impact/hosted-page-config", page);
  expect([await listed(), noindex.test(await text("/impact/demo"))]).toEqual([true, false]);
});

test("an account's logo is on its page, card and checkouts", async ({ page }) => {
  const { own, url, testKey } = shop;
  fs.writeFileSync(path.join(own.folder, "logo.svg"), LOGO);
  await own.till("account", "logo", "--account", "demo", "--file", "logo.svg");
  await page.goto(`${url}/impact/demo`);
  const src = (await page.locator("header img").getAttribute("src")) ?? "";
  expect(src).toMatch(/^\/logos\/[0-9a-f]{64}-small\.png$/);
  await page.goto(`${url}/impact/demo/card`);
  const logo = page.getByRole("link").locator("img");
  await expect(logo).toHaveAttribute("src", src);
  expect(await logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const body = { amount_kg: 50, success_url: url, cancel_url: url };
  const response = await checkedFetch(`${url}/v1/checkout/sessions`, {
    method: "POST",
    headers: { authorization: `Bearer ${testKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const session = (await response.json()) as { id: string };
  await page.goto(`${url}/checkout/${session.id}`);
  await expect(page.locator(`img[src="${src}"]`)).toHaveCount(1);
});
