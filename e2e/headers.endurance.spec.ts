import { expect } from "playwright/test";
import { test } from "./checked-test";

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
