// What the headers of pages promise, where a browser is not needed to see it.
import { expect, test } from "vitest";
import { commonHeaders, contentSecurityPolicy, permissionsPolicy } from "./page-headers";

test("the policy lets nothing inline run or style without the nonce, and no other host in", () => {
  const policy = contentSecurityPolicy("abc", { dev: false });
  expect(policy).not.toContain("unsafe");
  expect(policy).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic';");
  expect(policy).toContain("style-src 'self' 'nonce-abc';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/https?:|\*/);
});

test("where Stripe takes the money, its hosts alone are let in beside our own", () => {
  const policy = contentSecurityPolicy("abc", { dev: false, withStripe: true });
  expect(policy).not.toContain("unsafe");
  expect(policy).toContain("connect-src 'self' https://api.stripe.com;");
  expect(policy).toContain(
    "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;",
  );
  const hosts = policy.match(/https:\/\/[\w.*]+/g) ?? [];
  expect(hosts.filter((host) => !host.endsWith(".stripe.com"))).toEqual([]);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("form-action 'self';");
});

test("only where Stripe takes the money may a frame of its own ask for a payment", () => {
  expect(permissionsPolicy({ withStripe: false })).toContain("payment=()");
  expect(permissionsPolicy({ withStripe: true })).toContain(
    'payment=(self "https://js.stripe.com"',
  );
});

test("only an installation under https asks browsers to stay there", () => {
  expect(commonHeaders(true)).toHaveProperty("Strict-Transport-Security");
  expect(commonHeaders(false)).not.toHaveProperty("Strict-Transport-Security");
});
