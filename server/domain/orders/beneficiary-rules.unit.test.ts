import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { websiteFault } from "./beneficiary-rules";
import { beneficiaryColumns } from "./draft-order";
import { toBeneficiary } from "./present-order";

it("columns give back the beneficiary that they were made of, or null", () => {
  const text = fc.option(fc.string(), { nil: null });
  const beneficiaries = fc.record({ name: fc.string(), message: text, url: text });
  fc.assert(
    fc.property(fc.option(beneficiaries, { nil: null }), (beneficiary) => {
      expect(toBeneficiary(beneficiaryColumns(beneficiary))).toEqual(beneficiary);
    }),
  );
  expect(beneficiaryColumns(null)).toEqual({
    beneficiaryName: null,
    beneficiaryMessage: null,
    beneficiaryUrl: null,
  });
});

describe("a beneficiary's website", () => {
  it.each([
    "https://example.org",
    "http://example.org",
    "HTTPS://EXAMPLE.org/About",
    "https://example.org?q=a@b",
    "https://example.org#a@b",
    "https://example.org/@name",
    "https://example.org/?next=https://name@example.org",
    "https://münchen.example/",
    "https://example.org:8080/x",
  ])("accepts %s", (url) => {
    expect(websiteFault(url)).toBeNull();
  });

  it.each([
    " https://example.org",
    "https://example.org/a b",
    "https://example.org\\@evil.example",
    "https://example.org/\u0000",
    "https://example.org/\u202e",
    "https://exa\u200bmple.org",
    "https://example.org/\n",
  ])("rejects hidden characters: %j", (url) => {
    expect(websiteFault(url)).toMatch(/invisible/);
  });

  it.each([
    "example.org",
    "ftp://example.org",
    "javascript:alert(1)",
    "//example.org",
    "https:/example.org",
    "https:///example.org",
    "https://?q",
    "https://#a",
    "https://",
    "https://[::1",
    "xhttps://example.org",
    "httpss://example.org",
  ])("rejects what is no absolute http or https URL: %s", (url) => {
    expect(websiteFault(url)).toMatch(/absolute/);
  });

  it.each(["https://user@example.org", "http://a:b@example.org/", "HTTPS://bank.example@evil.org"])(
    "rejects user names: %s",
    (url) => {
      expect(websiteFault(url)).toMatch(/user name/);
    },
  );
});
