import { describe, expect, it } from "vitest";
import type { Context } from "#core/context";
import { database } from "#core/db";
import { systemContext } from "#testing/factories";
import { mailsAbout } from "#testing/mails";
import { makePerson, openTestSession, testVisitor, tryLogin } from "#testing/people";
import {
  cancelEmailChangeByLink,
  confirmEmailChange,
  countEmailChange,
  emailChangeMails,
  findEmailChange,
  requestEmailChange,
} from "./email-changes";
import { securityMails } from "./security-changes";
import { findLoginSession } from "./sessions";

const inTransaction = <Result>(work: (ctx: Context) => Promise<Result>, now = new Date()) =>
  database().transaction((db) => work({ ...systemContext(), now, db }));

const newAddress = () => `new-${Math.random()}@example.com`;

/** The mail to one side, and the token in its link. */
async function mailTo(side: "old" | "new", changeId: string) {
  const [template] = emailChangeMails;
  const mail = await template?.prepare(systemContext(), {
    params: { changeId, side },
    createdAt: new Date(),
  });
  if (mail?.state !== "ready") throw new Error(mail?.state);
  const token = /token=([\w-]{32})/.exec(mail.content.text)?.[1] ?? "";
  return { to: mail.to, token, text: mail.content.text };
}

async function requested() {
  const person = await makePerson();
  const email = newAddress();
  await inTransaction((ctx) => requestEmailChange(ctx, { personId: person.id, email }));
  const change = await findEmailChange(systemContext(), person.id);
  if (!change) throw new Error("no change");
  const [old, next] = [await mailTo("old", change.id), await mailTo("new", change.id)];
  return { person, email, change, old, next };
}

const confirm = (token: string, sessionId: string | null = null, now = new Date()) =>
  inTransaction((ctx) => confirmEmailChange(ctx, { token, sessionId, visitor: testVisitor }), now);

const emailOf = async (id: string) =>
  (await database().prisma.person.findUniqueOrThrow({ where: { id } })).email;

describe("a change of address", () => {
  it("takes a link at each address, once each; other sessions end, and both get a mail", async () => {
    const { person, email, old, next } = await requested();
    expect([old.to, next.to]).toEqual([person.email, email]);
    const [own, other] = [await openTestSession(person.email), await openTestSession(person.email)];
    expect(await confirm(next.token)).toEqual({ isDone: false, newEmail: email });
    await expect(confirm(next.token)).rejects.toThrow();
    expect(await emailOf(person.id)).toBe(person.email);
    expect(await confirm(old.token, own)).toEqual({ isDone: true, newEmail: email });
    expect(await findLoginSession(systemContext(), own)).not.toBeNull();
    expect(await findLoginSession(systemContext(), other)).toBeNull();
    expect(await tryLogin(email)).toMatchObject({ outcome: "in" });
    expect(await tryLogin(person.email)).toEqual({ outcome: "refused" });
    const jobs = await database().prisma.job.findMany({ where: { subjectId: person.id } });
    const mails = await Promise.all(
      jobs.map(({ payload, createdAt }) => {
        const { params } = payload as { params: never };
        return securityMails[0]?.prepare(systemContext(), { params, createdAt });
      }),
    );
    expect(mails).toMatchObject([{ to: person.email }, { to: email }]);
  });

  it("happens once if both links are used at the same moment", async () => {
    const { person, email, old, next } = await requested();
    const both = await Promise.all([confirm(old.token), confirm(next.token)]);
    expect(both.map(({ isDone }) => isDone).toSorted()).toEqual([false, true]);
    expect(await emailOf(person.id)).toBe(email);
  });

  it("is ended by the old address, by a later request, and by time", async () => {
    const { person, change, old, next } = await requested();
    const late = new Date(change.expiresAt.getTime() + 1);
    await expect(confirm(next.token, null, late)).rejects.toThrow();
    await inTransaction((ctx) => cancelEmailChangeByLink(ctx, { token: old.token }));
    await expect(confirm(next.token)).rejects.toThrow();
    const request = () =>
      inTransaction((ctx) => requestEmailChange(ctx, { personId: person.id, email: newAddress() }));
    await Promise.all([request(), request()]);
    const open = { personId: person.id, endedAt: null };
    expect(await database().prisma.emailChange.count({ where: open })).toBe(1);
  });

  it("to an address that someone has is reported to its owner alone, and can't be won by a race", async () => {
    const { person, email, old, next } = await requested();
    await confirm(old.token);
    const other = await makePerson({ email });
    await expect(confirm(next.token)).rejects.toMatchObject({ code: "conflict" });
    expect([await emailOf(person.id), await emailOf(other.id)]).toEqual([person.email, email]);
    const third = await makePerson();
    await inTransaction((ctx) => requestEmailChange(ctx, { personId: third.id, email }));
    const change = await findEmailChange(systemContext(), third.id);
    expect(await mailsAbout(change?.id ?? "")).toHaveLength(2);
    expect((await mailTo("new", change?.id ?? "")).text).toContain("already has a login");
  });

  it("can be asked for a few times an hour", async () => {
    const request = () =>
      countEmailChange(systemContext(), { personId: "per_one", visitor: testVisitor });
    for (let count = 0; count < 5; count += 1) await request();
    await expect(request()).rejects.toMatchObject({ code: "rate-limited" });
  });
});
