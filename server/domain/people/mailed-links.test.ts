// Invitations and forgotten passwords: a link does once what it is for, and only in time.
import { describe, expect, it } from "vitest";
import { sha256 } from "#core/crypto";
import { database } from "#core/db";
import { listMemberships } from "#domain/accounts";
import { contextOf, makeAccount, systemContext } from "#testing/factories";
import { makePerson, openTestSession, PASSWORD, tryLogin } from "#testing/people";
import { acceptInvitation } from "./accept-invitation";
import { changePassword } from "./change-password";
import { findLoginSession } from "./find-login-session";
import { invitePerson } from "./invite-person";
import { requestPasswordReset } from "./request-password-reset";
import { resetPassword } from "./reset-password";

const NEW_PASSWORD = "quarry lantern oboe drift";
const later = (hours: number) => ({
  ...systemContext(),
  now: new Date(Date.now() + hours * 3_600_000),
});

/** What the mail would hold. */
async function tokenOf(where: { id: string } | { email: string; endedAt: null }): Promise<string> {
  const token = `token-${Math.random()}`;
  const tokenHash = new Uint8Array(sha256(token));
  const { count } = await database().prisma.mailedLink.updateMany({ where, data: { tokenHash } });
  if (count !== 1) throw new Error(`${count} links`);
  return token;
}

async function invited(email: string) {
  const { live } = await makeAccount();
  const id = await invitePerson(contextOf(live), { email, role: "admin" });
  return { live, token: await tokenOf({ id }) };
}

describe("an invitation", () => {
  it("makes a person with the role, once", async () => {
    const email = `new-${Math.random()}@example.com`;
    const { live, token } = await invited(email);
    const accept = () =>
      acceptInvitation(systemContext(), { token, name: "Kim", password: NEW_PASSWORD });
    await accept();
    await expect(accept()).rejects.toMatchObject({ errors: { token: [expect.any(String)] } });
    const login = await tryLogin(email, { password: NEW_PASSWORD });
    const personId = "personId" in login ? login.personId : "";
    expect(await listMemberships(systemContext(), personId)).toMatchObject([
      { account: { id: live.id }, role: "admin" },
    ]);
  });

  it("takes in a person who is known by the password that they have", async () => {
    const { id, email } = await makePerson();
    const { live, token } = await invited(email);
    const accept = (password: string) =>
      database().transaction((db) =>
        acceptInvitation({ ...systemContext(), db }, { token, name: "Other", password }),
      );
    await expect(accept("wrong")).rejects.toMatchObject({
      errors: { password: [expect.any(String)] },
    });
    // The failure has not used the link up.
    await accept(PASSWORD);
    expect(await listMemberships(systemContext(), id)).toMatchObject([
      { account: { id: live.id } },
    ]);
  });

  it("is there once for an address, and a member is not invited", async () => {
    const { live } = await makeAccount();
    const { email } = await makePerson({ accountId: live.id });
    const invite = (address: string, ctx = contextOf(live)) =>
      invitePerson(ctx, { email: address, role: "viewer" });
    await expect(invite(email)).rejects.toMatchObject({
      errors: { email: [expect.stringContaining("member already")] },
    });
    await invite("twice@example.com");
    await expect(invite("Twice@example.com")).rejects.toMatchObject({
      errors: { email: [expect.stringContaining("invited already")] },
    });
    await invite("twice@example.com", { ...contextOf(live), now: later(24 * 8).now });
  });
});

describe("a forgotten password", () => {
  it("is set anew by the link, once and in time, and every session ends", async () => {
    const { email } = await makePerson();
    const sessionId = await openTestSession(email);
    await requestPasswordReset(systemContext(), { email: email.toUpperCase() });
    const token = await tokenOf({ email, endedAt: null });
    const reset = { token, password: NEW_PASSWORD };
    await expect(resetPassword(later(1.1), reset)).rejects.toThrow();
    await resetPassword(systemContext(), reset);
    await expect(resetPassword(systemContext(), reset)).rejects.toThrow();
    expect(await findLoginSession(systemContext(), sessionId)).toBeNull();
    expect(await tryLogin(email)).toEqual({ outcome: "refused" });
    expect(await tryLogin(email, { password: NEW_PASSWORD })).toMatchObject({ outcome: "in" });
  });

  it("says nothing of who is known, and sends one mail a minute", async () => {
    const { email } = await makePerson();
    const count = (address: string) =>
      database().prisma.mailedLink.count({ where: { email: address } });
    await requestPasswordReset(systemContext(), { email: "nobody@example.com" });
    expect(await count("nobody@example.com")).toBe(0);
    await requestPasswordReset(systemContext(), { email });
    await requestPasswordReset(systemContext(), { email });
    expect(await count(email)).toBe(1);
  });
});

describe("changePassword", () => {
  it("wants the old one, keeps this session and ends the others", async () => {
    const { id: personId, email } = await makePerson();
    const [mine, other] = [await openTestSession(email), await openTestSession(email)];
    const change = (current: string, password: string) =>
      changePassword(systemContext(), { current, password, personId, sessionId: mine });
    await expect(change("wrong", NEW_PASSWORD)).rejects.toMatchObject({
      errors: { current: [expect.any(String)] },
    });
    await change(PASSWORD, NEW_PASSWORD);
    expect(await findLoginSession(systemContext(), mine)).not.toBeNull();
    expect(await findLoginSession(systemContext(), other)).toBeNull();
  });

  it.each([
    "short",
    "password12345",
    "1234567890123",
    "qwertyuiop123",
    "aaaaaaaaaaaaaaa",
    "letmein2024!",
  ])("refuses the password %s", async (password) => {
    const { id: personId, email } = await makePerson();
    const sessionId = await openTestSession(email);
    const change = { current: PASSWORD, password, personId, sessionId };
    await expect(changePassword(systemContext(), change)).rejects.toMatchObject({
      errors: { password: [expect.any(String)] },
    });
  });
});
