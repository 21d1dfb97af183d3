import { expect, test } from "vitest";
import {
  commonHeaders,
  contentSecurityPolicy,
  ownPicture,
  permissionsPolicy,
} from "./page-headers";

test("the policy allows inline scripts and styles only with the nonce, and no other host", () => {
  const policy = contentSecurityPolicy("abc", { dev: false });
  expect(policy).not.toContain("unsafe");
  expect(policy).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic';");
  expect(policy).toContain("style-src 'self' 'nonce-abc';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/https?:|\*/);
});

const outside = {
  scripts: ["https://js.pay.example", "https://*.js.pay.example"],
  frames: ["https://js.pay.example", "https://hooks.pay.example"],
  connections: ["https://api.pay.example"],
  images: ["https://*.pay.example"],
  payment: ["https://js.pay.example"],
};

test("a page with a payment provider allows only the provider's hosts and our own", () => {
  const policy = contentSecurityPolicy("abc", { dev: false, outside });
  expect(policy).not.toContain("unsafe");
  expect(policy).toContain("connect-src 'self' https://api.pay.example;");
  expect(policy).toContain("frame-src 'self' https://js.pay.example https://hooks.pay.example;");
  const hosts = policy.match(/https:\/\/[\w.*]+/g) ?? [];
  expect(hosts.toSorted()).toEqual(
    [...outside.scripts, ...outside.frames, ...outside.connections, ...outside.images].toSorted(),
  );
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("form-action 'self';");
});

test("only a payment provider's frames may use the Payment Request API", () => {
  expect(permissionsPolicy()).toContain("payment=()");
  expect(permissionsPolicy(outside)).toContain('payment=(self "https://js.pay.example")');
});

test("only an installation on https sends Strict-Transport-Security", () => {
  expect(commonHeaders(true)).toHaveProperty("Strict-Transport-Security");
  expect(commonHeaders(false)).not.toHaveProperty("Strict-Transport-Security");
});

test("an image on another host is never loaded", () => {
  const app = "https://till.example";
  expect(ownPicture("/images/a.svg", app)).toBe("/images/a.svg");
  expect(ownPicture("https://till.example/a.png?v=1", app)).toBe("/a.png?v=1");
  expect(ownPicture("https://elsewhere.example/a.png", app)).toBeNull();
  expect(ownPicture("//elsewhere.example/a.png", app)).toBeNull();
  expect(ownPicture("https://till.example.elsewhere.example/a.png", app)).toBeNull();
  expect(ownPicture("data:image/png;base64,AAAA", app)).toBeNull();
  expect(ownPicture("https://[", app)).toBeNull();
  expect(ownPicture(null, app)).toBeNull();
});

test("a provider's style attributes are allowed, its style elements are not", () => {
  const policy = contentSecurityPolicy("abc", {
    ...{ dev: false, outside: { ...outside, hasStyleAttributes: true } },
  });
  expect(policy).toContain("style-src 'self' 'nonce-abc'; style-src-attr 'unsafe-inline';");
  expect(policy.match(/unsafe/g)).toHaveLength(1);
});
