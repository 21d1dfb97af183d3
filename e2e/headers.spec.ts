import { expect } from "playwright/test";
import { test } from "./checked-test";

test("a dashboard page has a fresh nonce and allows nothing inline, without violations", async ({
  page,
}) => {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  const policies = new Set<string | undefined>();
  for (const _ of [1, 2]) {
    const response = await page.goto("/admin/login");
    const headers = response?.headers() ?? {};
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{22,}' 'strict-dynamic';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff" });
    expect(headers).not.toHaveProperty("x-powered-by");
    policies.add(policy);
  }
  expect(policies.size).toBe(2);
  expect(problems).toEqual([]);
});

test("a public page allows nothing inline, without violations", async ({ page }) => {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
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

test("a page loads nothing from other hosts", async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== "data:" && origin !== baseURL) foreign.push(request.url());
  });
  await page.goto("/");
  expect(foreign).toEqual([]);
});

test("an unknown page is a 404 with the same protection", async ({ request }) => {
  const response = await request.get("/there-is-no-such-page");
  expect(response.status()).toBe(404);
  expect(response.headers()["content-security-policy"]).toContain("default-src 'self'");
});

test("an address that cannot be decoded is a 404, on pages and in the API", async ({ baseURL }) => {
  for (const path of ["/certificates/%E0%A4%A", "/impact/%", "/v1/orders/%E0%A4%A"]) {
    // Playwright's own client does not send such an address.
    const response = await fetch(`${baseURL}${path}`);
    expect([path, response.status]).toEqual([path, path.startsWith("/v1") ? 401 : 404]);
  }
});

test("an unreadable router state is not a server error", async ({ request }) => {
  for (const state of ["x", "%5B%5D", "%"]) {
    const headers = { RSC: "1", "Next-Router-State-Tree": state };
    const response = await request.get("/admin/login", { headers });
    expect([state, response.status()]).toEqual([state, 200]);
  }
});

test("a caller cannot choose the nonce", async ({ request }) => {
  const policy = "script-src 'nonce-chosen'";
  const headers = { "Content-Security-Policy": policy, "X-Nonce": "chosen" };
  for (const address of ["/", "/admin/login", "/checkout/cs_none"]) {
    const response = await request.get(address, { headers });
    expect(await response.text(), address).not.toContain("chosen");
    expect(response.headers()["content-security-policy"], address).not.toContain("chosen");
  }
});
