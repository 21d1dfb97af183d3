import { expect } from "playwright/test";
import { test } from "./checked-test";
import { OwnProcesses } from "./own-product";

test("too many checks are rejected, whatever headers the caller sends", async ({ page }) => {
  const own = new OwnProcesses();
  try {
    const { url } = await own.startProduct({ env: { CT_RATE_LIMIT: "100,100,2" } });
    const get = (path: string, n: number) =>
      page.request.get(`${url}${path}`, { headers: { "x-forwarded-for": `192.0.2.${n}` } });
    const pages = await Promise.all([1, 2, 3, 4].map((n) => get("/verify?q=SBX-0-1", n)));
    const refused = pages.filter((response) => response.status() === 429);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    expect(refused[0]?.headers()["retry-after"]).toBe("1");
    expect(await refused[0]?.text()).toContain("Too many requests");
    // The page and the API share one limit.
    await page.waitForTimeout(1100);
    const both = await Promise.all([
      get("/verify?q=SBX-0-1", 1),
      get("/v1/verify?serial=SBX-0-1", 2),
      get("/verify?q=SBX-0-1", 3),
    ]);
    expect(both.map((response) => response.status()).toSorted()).toEqual([200, 200, 429]);
    // The empty form does not count.
    const start = await Promise.all([1, 2, 3, 4].map((n) => get("/verify", n)));
    expect(start.map((response) => response.status())).toEqual([200, 200, 200, 200]);
  } finally {
    await own.end();
  }
});
