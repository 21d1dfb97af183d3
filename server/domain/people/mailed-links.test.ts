import { describe, expect, it } from "vitest";
import { sha256 } from "#core/crypto";
import { database } from "#core/db";
import { listMemberships } from "#domain/accounts";
import { contextOf, makeAccount, systemContext } from "#testing/factories";
import { mailsAbout } from "#testing/mails";
import { makePerson, openTestSession, PASSWORD, testVisitor, tryLogin } from "#testing/people";
import {
  acceptInvitation,
  countInvitationMail,
  invitePerson,
  prepareAcceptance,
  removeFromTeam,
  resendInvitation,
} from "./invitations";
import { findLinkForVisitor, findUsedLink, linkMails } from "./mailed-links";
import { preparePasswordReset, requestPasswordReset, resetPassword } from "./password-reset";
import { findLoginSession } from "./sessions";

const NEW_PASSWORD = "quarry lantern oboe drift";
const later = (hours: number) => ({
  ...systemContext(),
  now: new Date(Date.now() + hours * 3_600_000),
});

/** Sets a known token, as the mail would. */
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

async function join(input: { token: string; name: string; password: string }) {
  const prepared = await prepareAcceptance(systemContext(), { ...input, visitor: testVisitor });
  return database().transaction((db) => acceptInvitation({ ...systemContext(), db }, prepared));
}

async function setByLink(token: string, ctx = systemContext()) {
  const input = { token, password: NEW_PASSWORD, visitor: testVisitor };
  await resetPassword(ctx, await preparePasswordReset(ctx, input));
}

const requestReset = (email: string, { at = new Date(), network = testVisitor.network } = {}) =>
  requestPasswordReset(
    { ...systemContext(), now: at },
    { email, visitor: { ...testVisitor, network } },
  );

/** Prepares the mail with the reset link as the worker does. */
async function prepareMailTo(email: string) {
  const { id: linkId } = await database().prisma.mailedLink.findFirstOrThrow({ where: { email } });
  expect(await mailsAbout(linkId)).toMatchObject([{ kind: "password_reset", state: "due" }]);
  const template = linkMails.find(({ name }) => name === "password_reset");
  return template?.prepare(systemContext(), { params: { linkId }, createdAt: new Date() });
}

const linksTo = (email: string) => database().prisma.mailedLink.count({ where: { email } });

describe("an invitation", () => {
  it("creates a person with the role, once", async () => {
    const email = `new-${Math.random()}@example.com`;
    const { live, token } = await invited(email);
    const accept = () => join({ token, name: "Kim", password: NEW_PASSWORD });
    await accept();
    await expect(accept()).rejects.toMatchObject({ errors: { token: [expect.any(String)] } });
    const login = await tryLogin(email, { password: NEW_PASSWORD });
    const personId = "personId" in login ? login.personId : "";
    expect(await listMemberships(systemContext(), personId)).toMatchObject([
      { account: { id: live.id }, role: "admin" },
    ]);
  });

  it("adds an existing person after checking their password", async () => {
    const { id, email } = await makePerson();
    const { live, token } = await invited(email);
    const accept = (password: string) => join({ token, name: "Other", password });
    await expect(accept("wrong")).rejects.toMatchObject({
      errors: { password: [expect.any(String)] },
    });
    // The failed attempt has not used up the link.
    await accept(PASSWORD);
    expect(await listMemberships(systemContext(), id)).toMatchObject([
      { account: { id: live.id } },
    ]);
  });

  it("is taken back when its sender leaves the team, and no other person's", async () => {
    const { live } = await makeAccount();
    const [owner, other] = [
      await makePerson({ accountId: live.id, role: "owner" }),
      await makePerson({ accountId: live.id, role: "owner" }),
    ];
    const inviteAs = async (id: string) => {
      const ctx = { ...contextOf(live), actor: { type: "person", id } as const };
      return tokenOf({ id: await invitePerson(ctx, { email: `${id}@b.example`, role: "owner" }) });
    };
    const [ended, open] = [await inviteAs(owner.id), await inviteAs(other.id)];
    await database().transaction((db) =>
      removeFromTeam({ ...contextOf(live), db }, { personId: owner.id, revokesKeys: false }),
    );
    const accept = (token: string) => join({ token, name: "Kim", password: NEW_PASSWORD });
    await expect(accept(ended)).rejects.toMatchObject({ errors: { token: [expect.any(String)] } });
    await accept(open);
  });

  it("can be sent again: the former link ends, and a used one is recognized", async () => {
    const email = `new-${Math.random()}@example.com`;
    const { live, token } = await invited(email);
    const { id } = await database().prisma.mailedLink.findFirstOrThrow({ where: { email } });
    const { live: other } = await makeAccount();
    await expect(resendInvitation(contextOf(other), { id })).rejects.toThrow();
    const sentAgain = { ...contextOf(live), now: later(24 * 8).now };
    await resendInvitation(sentAgain, { id });
    const accept = (token: string) => join({ token, name: "Kim", password: NEW_PASSWORD });
    await expect(accept(token)).rejects.toThrow();
    expect(await mailsAbout(id)).toHaveLength(2);
    const next = await tokenOf({ id });
    const findUsed = () => findUsedLink(systemContext(), { kind: "invitation", token: next });
    expect(await findUsed()).toBeNull();
    await accept(next);
    expect(await findUsed()).toMatchObject({ id });
    await expect(resendInvitation(sentAgain, { id })).rejects.toThrow();
  });

  it("can be mailed again a few times an hour", async () => {
    const again = () =>
      countInvitationMail(systemContext(), { id: "lnk_one", visitor: testVisitor });
    for (let count = 0; count < 3; count += 1) await again();
    await expect(again()).rejects.toMatchObject({ code: "rate-limited" });
  });

  it("exists once per address, and members can't be invited", async () => {
    const { live } = await makeAccount();
    const { email } = await makePerson({ accountId: live.id });
    const invite = (address: string, ctx = contextOf(live)) =>
      invitePerson(ctx, { email: address, role: "viewer" });
    await expect(invite(email)).rejects.toMatchObject({
      errors: { email: [expect.stringContaining("already a member")] },
    });
    await invite("twice@example.com");
    await expect(invite("Twice@example.com")).rejects.toMatchObject({
      errors: { email: [expect.stringContaining("already invited")] },
    });
    await invite("twice@example.com", { ...contextOf(live), now: later(24 * 8).now });
  });
});

describe("a forgotten password", () => {
  it("is replaced with the link, once and in time, and every session ends", async () => {
    const { email } = await makePerson();
    const sessionId = await openTestSession(email);
    await requestReset(email.toUpperCase());
    const token = await tokenOf({ email, endedAt: null });
    await expect(setByLink(token, later(2.1))).rejects.toThrow();
    await setByLink(token);
    await expect(setByLink(token)).rejects.toThrow();
    expect(await findLoginSession(systemContext(), sessionId)).toBeNull();
    expect(await tryLogin(email)).toEqual({ outcome: "refused" });
    expect(await tryLogin(email, { password: NEW_PASSWORD })).toMatchObject({ outcome: "in" });
  });

  it("is replaced once even if one link is used several times at the same moment", async () => {
    const { email } = await makePerson();
    await requestReset(email);
    const token = await tokenOf({ email, endedAt: null });
    const passwords = ["one", "two", "three"].map((word) => `${NEW_PASSWORD} ${word}`);
    const prepared = await Promise.all(
      passwords.map((password) =>
        preparePasswordReset(systemContext(), { token, password, visitor: testVisitor }),
      ),
    );
    const resets = await Promise.allSettled(
      prepared.map((one) =>
        database().transaction((db) => resetPassword({ ...systemContext(), db }, one)),
      ),
    );
    expect(resets.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("queues a mail for any address, and the worker drops those that no one has", async () => {
    const { email } = await makePerson();
    const unknown = `nobody-${Math.random()}@example.com`;
    for (const address of [email, unknown]) await requestReset(address);
    expect([await linksTo(email), await linksTo(unknown)]).toEqual([1, 1]);
    const prepared = await Promise.all([prepareMailTo(email), prepareMailTo(unknown)]);
    expect(prepared).toMatchObject([{ state: "ready", to: email }, { state: "refused" }]);
    expect(await linksTo(unknown)).toBe(0);
  });

  it("mails a few links however often strangers ask, and one of them always works", async () => {
    const { email } = await makePerson();
    const start = Date.now();
    const stillWorks = [];
    for (let minute = 0; minute < 24 * 60; minute += 10) {
      const at = new Date(start + minute * 60_000);
      const network = `198.51.100.${Math.floor(minute / 40) + 1}`;
      await Promise.all([1, 2].map(() => requestReset(email, { at, network })));
      const valid = { email, endedAt: null, expiresAt: { gt: new Date(at.getTime() + 3_600_000) } };
      stillWorks.push(await database().prisma.mailedLink.count({ where: valid }));
    }
    expect(Math.min(...stillWorks)).toBeGreaterThan(0);
    expect(await linksTo(email)).toBeLessThan(30);
    // The oldest valid link works, although newer ones were requested.
    const link = await database().prisma.mailedLink.findFirstOrThrow({
      where: { email, expiresAt: { gt: new Date() } },
      orderBy: { id: "asc" },
    });
    await setByLink(await tokenOf({ id: link.id }));
    const open = { email, endedAt: null };
    expect(await database().prisma.mailedLink.count({ where: open })).toBe(0);
  });

  it("can be requested for a limited number of addresses an hour from one network", async () => {
    const network = "203.0.113.77";
    for (let at = 0; at < 20; at += 1) await requestReset(`${at}@example.com`, { network });
    await expect(requestReset("one-more@example.com", { network })).rejects.toMatchObject({
      code: "rate-limited",
    });
  });
});

describe("an invalid token", () => {
  it("can be tried a limited number of times from one network, and valid ones don't count", async () => {
    const { token } = await invited(`new-${Math.random()}@example.com`);
    const visitor = { ...testVisitor, network: "203.0.113.78" };
    const tryToken = (token: string, kind: "invitation" | "password_reset") =>
      findLinkForVisitor(systemContext(), { kind, token, visitor });
    for (let count = 0; count < 40; count += 1) {
      expect(await tryToken(token, "invitation")).not.toBeNull();
    }
    const tries = Array.from({ length: 35 }, (_, at) => tryToken(`no-${at}`, "password_reset"));
    const refused = (await Promise.allSettled(tries)).filter((it) => it.status === "rejected");
    expect(refused.length).toBeGreaterThanOrEqual(5);
    expect(refused[0]?.reason).toMatchObject({ code: "rate-limited" });
  });
});
