// What a provider says about a person, and whether its word on the e-mail address can be relied on.

/** Claims of an ID token or of UserInfo (OpenID Connect Core 5.1), or the like from GitHub. */
export interface Claims {
  sub?: string | undefined;
  email?: unknown;
  email_verified?: unknown;
}

/** Why an address cannot be used: each has a text of its own on the login page. */
export type EmailRefusal = "no-email" | "email-unverified" | "email-verification-missing";

/**
 * One profile from the ID token and UserInfo, which is where the code flow delivers the e-mail
 * address (Core 5.4). An address and its verification are taken from the same source.
 * @throws where UserInfo is about somebody else (Core 5.3.2)
 */
export function mergeClaims(idToken: Claims, userInfo: Claims | null): Claims {
  if (!userInfo) return idToken;
  if (!userInfo.sub || userInfo.sub !== idToken.sub) {
    throw new Error("UserInfo has another sub than the ID token");
  }
  const { sub } = idToken;
  const [first, second] = idToken.email ? [idToken, userInfo] : [userInfo, idToken];
  const { email } = first;
  const isSame = second.email === undefined || second.email === email;
  const email_verified = first.email_verified ?? (isSame ? second.email_verified : undefined);
  return { sub, email, email_verified };
}

/** The verified address. Some providers send the claim as the string "true", which says as much. */
export function verifiedEmailOf(profile: Claims): { email: string } | { refusal: EmailRefusal } {
  const { email, email_verified: verified } = profile;
  if (typeof email !== "string" || email === "") return { refusal: "no-email" };
  if (verified === true || verified === "true") return { email };
  const isMissing = verified === undefined || verified === null;
  return { refusal: isMissing ? "email-verification-missing" : "email-unverified" };
}

/** GitHub's list of a person's addresses: only a verified primary one counts. */
export function githubClaims(emails: unknown): Claims {
  const list = Array.isArray(emails) ? (emails as Record<string, unknown>[]) : [];
  const primary = list.find((it) => it["primary"] === true);
  return { email: primary?.["email"], email_verified: primary?.["verified"] };
}
