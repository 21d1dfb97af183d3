import { expect, it } from "vitest";
import { securityText } from "./own-paths";

const now = new Date("2026-11-22T12:34:56Z");

it("security.txt contains the configured contact and expires in the future", () => {
  const text = securityText(now, "mailto:security@example.com") ?? "";
  expect(text).toContain("Contact: mailto:security@example.com\n");
  const expires = /^Expires: (.*)$/m.exec(text)?.[1] ?? "";
  expect(expires).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/);
  const days = (Date.parse(expires) - now.getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
  expect(text).toContain("/.well-known/security.txt\n");
});

it("there is no security.txt without a contact", () => {
  expect(securityText(now, undefined)).toBeNull();
});
