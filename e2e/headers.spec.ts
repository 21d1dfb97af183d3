// Every page keeps to its own scripts, styles and host, and works under that policy.
import { expect } from "@playwright/test";
import { test } from "./checked-test";

test("a page names a fresh nonce, allows nothing inline, and breaks nothing by it", async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const policies = new Set<string | undefined>();
  for (const _ of [1, 2]) {
    const answer = await page.goto("/admin/login");
    const headers = answer?.headers() ?? {};
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{22,}' 'strict-dynamic';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff" });
    expect(headers).not.toHaveProperty("x-powered-by");
    policies.add(policy);
  }
  expect(policies.size).toBe(2);
  expect(complaints).toEqual([]);
});

test("a page for everybody runs nothing inline, and breaks nothing by it", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  for (const address of ["/", "/docs", "/verify"]) {
    const answer = await page.goto(address);
    const headers = answer?.headers() ?? {};
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toMatch(/script-src '(none|self)'; style-src 'self';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|nonce|strict-dynamic/);
    expect(headers["cache-control"]).toContain("s-maxage=");
    expect(await answer?.text()).not.toContain("nonce=");
  }
  expect(complaints).toEqual([]);
});

test("a page asks no host but its own for anything", async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== "data:" && origin !== baseURL) foreign.push(request.url());
  });
  await page.goto("/");
  expect(foreign).toEqual([]);
});

test("an unknown page is a 404 with the same protection", async ({ request }) => {
  const answer = await request.get("/there-is-no-such-page");
  expect(answer.status()).toBe(404);
  expect(answer.headers()["content-security-policy"]).toContain("default-src 'self'");
});

test("an address that cannot be decoded is a 404, on pages and in the API", async ({ baseURL }) => {
  for (const path of ["/certificates/%E0%A4%A", "/impact/%", "/v1/orders/%E0%A4%A"]) {
    // Playwright's own client does not send such an address.
    const answer = await fetch(`${baseURL}${path}`);
    expect([path, answer.status]).toEqual([path, path.startsWith("/v1") ? 401 : 404]);
  }
});

test("a router state that Next cannot read is no failure", async ({ request }) => {
  for (const state of ["x", "%5B%5D", "%"]) {
    const headers = { RSC: "1", "Next-Router-State-Tree": state };
    const answer = await request.get("/admin/login", { headers });
    expect([state, answer.status()]).toEqual([state, 200]);
  }
});

test("a caller cannot choose the nonce", async ({ request }) => {
  const policy = "script-src 'nonce-chosen'";
  const headers = { "Content-Security-Policy": policy, "X-Nonce": "chosen" };
  for (const address of ["/", "/admin/login", "/checkout/cs_none"]) {
    const answer = await request.get(address, { headers });
    expect(await answer.text(), address).not.toContain("chosen");
    expect(answer.headers()["content-security-policy"], address).not.toContain("chosen");
  }
});
