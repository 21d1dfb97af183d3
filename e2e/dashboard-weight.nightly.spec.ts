// Weighs the script of cold screens.
import { expect, type Page } from "playwright/test";
import { test } from "./checked-test";
import { operatorScreens, screens } from "./dashboard-screens";
import { headers } from "./demo-account";
import { base, insidePage } from "./insider";

/** See docs/adr/0008. */
const MAX_SCRIPT_BYTES = 220_000;

/** Counts script that comes over the wire from now on, without the browser's cache. */
async function countScripts(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.setCacheDisabled", { cacheDisabled: true });
  const scripts = new Set<string>();
  const count = { files: scripts, bytes: 0 };
  client.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) count.bytes += encodedDataLength;
  });
  return count;
}

/** Every screen that a role has, with those of a single object. */
const walks = [
  { role: "an account", walked: [...screens, { path: `${base}/orders?new=1` }] },
  { role: "the operator", walked: operatorScreens },
];

for (const { role, walked } of walks) {
  test(`a cold screen of ${role} loads at most ${MAX_SCRIPT_BYTES / 1000} kB of script`, async ({
    browser,
    request,
  }) => {
    test.setTimeout(300_000);
    const data = { amount_kg: 7 };
    const order = await (await request.post("/v1/orders", { headers: headers(), data })).json();
    const paths = walked.map(({ path }) => path);
    if (role === "an account") paths.push(`${base}/orders/${order.id}`);
    const weights: { path: string; files: number; scriptBytes: number }[] = [];
    const context = (await insidePage(browser)).context();
    for (const path of paths) {
      const page = await context.newPage();
      const count = await countScripts(page);
      await page.goto(path, { waitUntil: "networkidle" });
      expect(count.bytes, `script of ${path}`).toBeGreaterThan(0);
      weights.push({ path, files: count.files.size, scriptBytes: count.bytes });
      await page.close();
    }
    weights.sort((one, other) => other.scriptBytes - one.scriptBytes);
    const lines = weights.map(({ path, files, scriptBytes }) => `${scriptBytes} ${files} ${path}`);
    await test.info().attach("bytes, files and screen", { body: lines.join("\n") });
    expect(weights.filter(({ scriptBytes }) => scriptBytes > MAX_SCRIPT_BYTES)).toEqual([]);
    await context.close();
  });
}
