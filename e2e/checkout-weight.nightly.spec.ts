// Bytes of the pages that sell, over the wire.
import { brotliCompressSync } from "node:zlib";
import { expect, type Page } from "playwright/test";
import { test } from "./checked-test";
import { headers } from "./demo-account";
import { openSession } from "./shop";

const MAX_BYTES = 60_000;
const MAX_SCRIPT_BYTES = 10_000;

async function weigh(page: Page, path: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.setCacheDisabled", { cacheDisabled: true });
  const kinds = new Map<string, { type: string; url: string }>();
  const weights: { type: string; url: string; bytes: number }[] = [];
  client.on("Network.responseReceived", ({ requestId, type, response }) => {
    const { protocol, pathname } = new URL(response.url);
    if (protocol !== "data:") kinds.set(requestId, { type, url: pathname });
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength: bytes }) => {
    const kind = kinds.get(requestId);
    if (kind) weights.push({ ...kind, bytes });
  });
  await page.goto(path, { waitUntil: "networkidle" });
  const inside = await page.locator("script:not([src])").allTextContents();
  const sum = (list: typeof weights) => list.reduce((total, { bytes }) => total + bytes, 0);
  const report = weights.map(({ type, url, bytes }) => `${bytes} ${type} ${url}`).join("\n");
  test.info().annotations.push({ type: "weight", description: `${sum(weights)}\n${report}` });
  expect(weights.map(({ type }) => type)).toContain("Document");
  expect(await page.evaluate(() => document.fonts.check('1em "Inter First"'))).toBe(true);
  expect(sum(weights), report).toBeLessThanOrEqual(MAX_BYTES);
  const linked = sum(weights.filter(({ type }) => type === "Script"));
  const inline = brotliCompressSync(inside.join("")).length;
  expect(linked + inline, report).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
}

test("a checkout weighs at most 60 kB in all, and 10 kB of script", async ({ page, request }) => {
  await weigh(page, `/checkout/${(await openSession(request)).id}`);
});

test("a payment link weighs no more than a checkout", async ({ page, request }) => {
  const data = { slug: `weight-${Date.now()}`, name: "Your stay", suggested_kg: [25, 100] };
  const response = await request.post("/v1/payment-links", { headers: headers(), data });
  expect(response.status()).toBe(201);
  await weigh(page, `/buy/${data.slug}`);
});
