import { expect } from "playwright/test";
import { test } from "./checked-test";
import { watch } from "./watch";

test("pages allow nothing inline, load nothing from other hosts, and have no violations", async ({
  page,
  baseURL,
}) => {
  const problems = watch(page, baseURL);
  const nonces = new Set<string | undefined>();
  for (const _ of [1, 2]) {
    const headers = (await page.goto("/admin/login"))?.headers() ?? {};
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{22,}' 'strict-dynamic';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff" });
    expect(headers).not.toHaveProperty("x-powered-by");
    nonces.add(/'nonce-[^']+'/.exec(policy)?.[0]);
  }
  expect(nonces.size).toBe(2);
  for (const address of ["/", "/docs", "/verify"]) {
    const response = await page.goto(address);
    const headers = response?.headers() ?? {};
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toMatch(/script-src '(none|self)'; style-src 'self'( 'sha256-[\w+/=]+')?;/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|nonce|strict-dynamic/);
    expect(headers["cache-control"]).toContain("s-maxage=");
    expect(await response?.text()).not.toContain("nonce=");
  }
  expect(problems).toEqual([]);
});
