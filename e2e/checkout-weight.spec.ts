// Bytes of the checkout page over the wire.
import { expect } from "playwright/test";
import { test } from "./checked-test";
import { openSession } from "./shop";

const MAX_BYTES = 60_000;
const MAX_SCRIPT_BYTES = 10_000;

test("weighs at most 60 kB in all, and 10 kB of script", async ({ page, request }) => {
  const { id } = await openSession(request);
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
  await page.goto(`/checkout/${id}`, { waitUntil: "networkidle" });
  const sum = (list: typeof weights) => list.reduce((total, { bytes }) => total + bytes, 0);
  const report = weights.map(({ type, url, bytes }) => `${bytes} ${type} ${url}`).join("\n");
  test.info().annotations.push({ type: "weight", description: `${sum(weights)}\n${report}` });
  expect(weights.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["Document", "Stylesheet", "Font", "Script", "Image"]),
  );
  expect(sum(weights), report).toBeLessThanOrEqual(MAX_BYTES);
  const scripts = weights.filter(({ type }) => type === "Script");
  expect(sum(scripts), report).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
});
