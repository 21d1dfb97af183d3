import { describe, expect, it } from "vitest";
import { githubClaims, mergeClaims, verifiedEmailOf } from "./providers";

const email = "kim@example.com";

describe("mergeClaims", () => {
  it("takes the address from UserInfo if the ID token has none", () => {
    const userInfo = { sub: "1", email, email_verified: true };
    expect(mergeClaims({ sub: "1" }, userInfo)).toEqual(userInfo);
  });

  it("rejects UserInfo of another subject or without one", () => {
    for (const sub of ["2", "", undefined]) {
      expect(() => mergeClaims({ sub: "1" }, { sub, email, email_verified: true })).toThrow(/sub/);
    }
  });

  it("never applies the verification of one address to another", () => {
    const token = { sub: "1", email: "other@example.com" };
    const merged = mergeClaims(token, { sub: "1", email, email_verified: true });
    expect(merged).toEqual({ ...token, email_verified: undefined });
    const same = mergeClaims({ sub: "1", email }, { sub: "1", email, email_verified: true });
    expect(same.email_verified).toBe(true);
    const denied = { sub: "1", email, email_verified: false };
    expect(mergeClaims(denied, { sub: "1", email, email_verified: true })).toEqual(denied);
  });

  it("uses the ID token alone if there is no UserInfo", () => {
    expect(mergeClaims({ sub: "1", email }, null)).toEqual({ sub: "1", email });
  });
});

describe("verifiedEmailOf", () => {
  it.each([
    [{ email, email_verified: true }, { email }],
    [{ email, email_verified: "true" }, { email }],
    [{ email, email_verified: false }, { refusal: "email-unverified" }],
    [{ email, email_verified: "false" }, { refusal: "email-unverified" }],
    [{ email, email_verified: 1 }, { refusal: "email-unverified" }],
    [{ email }, { refusal: "email-verification-missing" }],
    [{ email, email_verified: null }, { refusal: "email-verification-missing" }],
    [{ email_verified: true }, { refusal: "no-email" }],
    [{ email: "", email_verified: true }, { refusal: "no-email" }],
    [{ email: [email], email_verified: true }, { refusal: "no-email" }],
  ])("of %j is %j", (claims, expected) => {
    expect(verifiedEmailOf(claims)).toEqual(expected);
  });
});

describe("githubClaims", () => {
  it("are of the primary address, verified or not", () => {
    const other = { email: "other@example.com", primary: false, verified: true };
    const of = (verified: boolean) => githubClaims([other, { email, primary: true, verified }]);
    expect(verifiedEmailOf(of(true))).toEqual({ email });
    expect(verifiedEmailOf(of(false))).toEqual({ refusal: "email-unverified" });
    for (const emails of [[other], [], null, { message: "Not Found" }]) {
      expect(verifiedEmailOf(githubClaims(emails))).toEqual({ refusal: "no-email" });
    }
  });
});
