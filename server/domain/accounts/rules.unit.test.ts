import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checksumBase62 } from "#core/crypto";
import { smallLogo } from "#core/page-headers";
import { isKeyToken } from "./authenticate-key";
import { isAllowedSlug, isEmail, logoFileKey, logoKeysOf, MAX_LOGO_BYTES, slugFrom } from "./rules";

describe("a slug", () => {
  it("from any name may be an account's, unless it is a page of the dashboard", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 120 }), (name) => {
        const slug = slugFrom(name);
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(60);
        expect(isAllowedSlug(slug)).toBe(
          !["address", "invitation", "login", "me", "operator", "reset"].includes(slug),
        );
      }),
    );
  });

  it.each([
    ["Ærø Climate, Inc.", "aero-climate-inc"],
    ["  --Straße 7--  ", "strasse-7"],
    ["Ünïted", "united"],
    ["東京", "account"],
    [`${"a".repeat(59)} b`, "a".repeat(59)],
  ])("of %j is %s", (name, slug) => expect(slugFrom(name)).toBe(slug));

  it.each(["", "-a", "a-", "a--b", "A", "a_b", "a b", "ä", "login", "me", "a".repeat(101)])(
    "is not %j",
    (slug) => expect(isAllowedSlug(slug)).toBe(false),
  );
  it.each(["a", "a-b-c", "2024", "logins", "a".repeat(100)])("may be %j", (slug) => {
    expect(isAllowedSlug(slug)).toBe(true);
  });
});

describe("an API key", () => {
  const body = "0123456789abcdefghijABCDEFGHIJ12";
  const tokenOf = (start: string) => start + checksumBase62(start);

  it("has its mode, 38 letters or digits, and the right checksum", () => {
    for (const mode of ["live", "test"])
      expect(isKeyToken(tokenOf(`ct_${mode}_${body}`))).toBe(true);
  });

  it.each([
    tokenOf(`ct_demo_${body}`),
    tokenOf(`xct_live_${body}`),
    tokenOf(`ct_live_${body}x`),
    tokenOf(`ct_live_${body.slice(1)}`),
    tokenOf(`ct_live_${body.slice(1)}-`),
    `${tokenOf(`ct_live_${body}`)}x`,
    `ct_live_${body}000000`,
    "",
  ])("is not %j", (token) => expect(isKeyToken(token)).toBe(false));
});

it("a logo's key is derived from its digest, and a malformed file name has none", () => {
  const digest = "0123456789abcdef".repeat(4);
  expect(logoKeysOf(`${digest}.png`)).toEqual([logoFileKey(digest)]);
  const small = smallLogo(logoFileKey(digest));
  expect(logoKeysOf(small.slice("logos/".length))).toEqual([small, logoFileKey(digest)]);
  expect(smallLogo(small)).toBe(small);
  for (const name of [
    `x${digest}.png`,
    `${digest}.pngx`,
    `${digest.slice(1)}.png`,
    `${digest}xpng`,
    `${digest.toUpperCase()}.png`,
    "../secret.png",
  ]) {
    expect(logoKeysOf(name)).toEqual([]);
  }
  expect(MAX_LOGO_BYTES).toBe(5_242_880);
});

it("an email address has a name and a host", () => {
  expect(isEmail("ada@example.com")).toBe(true);
  for (const text of ["ada", "ada@", "@example.com", "ada@example", "a b@example.com"]) {
    expect(isEmail(text)).toBe(false);
  }
});
