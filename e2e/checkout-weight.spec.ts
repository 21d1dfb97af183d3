// Bytes of the pages that sell, over the wire.
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
    kinds.set(requestId, { type, url: new URL(response.url).pathname });
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength: bytes }) => {
    const kind = kinds.get(requestId);
    if (kind) weights.push({ ...kind, bytes });
  });
  await page.goto(path, { waitUntil: "networkidle" });
  const sum = (list: typeof weights) => list.reduce((total, { bytes }) => total + bytes, 0);
  const report = weights.map(({ type, url, bytes }) => `${bytes} ${type} ${url}`).join("\n");
  test.info().annotations.push({ type: "weight", description: `${sum(weights)}\n${report}` });
  const types = weights.map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(["Document", "Font"]));
  expect(sum(weights), report).toBeLessThanOrEqual(MAX_BYTES);
  const scripts = weights.filter(({ type }) => type === "Script");
  expect(sum(scripts), report).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
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
