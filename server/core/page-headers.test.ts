// What the headers of pages promise, where a browser is not needed to see it.
import { expect, test } from "vitest";
import { commonHeaders, contentSecurityPolicy } from "./page-headers";

test("the policy lets nothing inline run or style without the nonce", () => {
  const policy = contentSecurityPolicy("abc", false);
  expect(policy).not.toContain("unsafe");
  expect(policy).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic'");
  expect(policy).toContain("style-src 'self' 'nonce-abc'");
});

test("only an installation under https asks browsers to stay there", () => {
  expect(commonHeaders(true)).toHaveProperty("Strict-Transport-Security");
  expect(commonHeaders(false)).not.toHaveProperty("Strict-Transport-Security");
});
