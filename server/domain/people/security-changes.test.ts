import { expect, it } from "vitest";
import { database } from "#core/db";
import { systemContext } from "#testing/factories";
import { mailsAbout } from "#testing/mails";
import { makePerson, openTestSession, testVisitor, tryLogin } from "#testing/people";
import { resetSecondFactor } from "./second-factor";
import { recordSecurityChange, securityMails } from "./security-changes";
import { endOtherSessions, findLoginSession, listLoginSessions } from "./sessions";

const visitor = testVisitor;

it("a change to a login is mailed with its time, place and the logins that remain, if it is committed", async () => {
  const { id: personId, email } = await makePerson();
  const identity = { provider: "google", subject: `${Math.random()}`, personId };
  await database().prisma.identity.create({ data: { ...identity, createdAt: new Date() } });
  const change = { change: "password_reset", personId, visitor } as const;
  const rolledBack = database().transaction(async (db) => {
    await recordSecurityChange({ ...systemContext(), db }, change);
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow("rolled back");
  expect(await mailsAbout(personId)).toEqual([]);
  await recordSecurityChange(systemContext(), change);
  const job = await database().prisma.job.findFirstOrThrow({ where: { subjectId: personId } });
  const { params } = job.payload as { params: never };
  const mail = await securityMails[0]?.prepare(systemContext(), {
    params,
    createdAt: new Date("2026-11-30T12:34:56Z"),
  });
  if (mail?.state !== "ready") throw new Error(mail?.state);
  expect(mail.to).toBe(email);
  for (const fact of ["was reset", "2026-11-30 12:34 UTC", visitor.network, "google"]) {
    expect(mail.content.text).toContain(fact);
  }
});

it("an operator's reset removes each second factor, ends the sessions and is mailed; the password stays", async () => {
  const { id, email } = await makePerson({ isOperator: true });
  const sessionId = await openTestSession(email);
  const reset = () =>
    database().transaction((db) =>
      resetSecondFactor({ ...systemContext(), db }, { person: email.toUpperCase() }),
    );
  await reset();
  expect(await findLoginSession(systemContext(), sessionId)).toBeNull();
  const login = await tryLogin(email);
  const opened = "sessionId" in login ? login.sessionId : "";
  const loggedIn = await findLoginSession(systemContext(), opened);
  expect(loggedIn?.person).toMatchObject({ id, hasTotp: false, needsSecondFactor: true });
  expect(await database().prisma.recoveryCode.count({ where: { personId: id } })).toBe(0);
  const audit = { action: "person.second_factor_reset", subjectId: id };
  expect(await database().prisma.auditEntry.count({ where: audit })).toBe(1);
  // One when it was added, one now.
  expect(await mailsAbout(id)).toHaveLength(2);
  await expect(reset()).rejects.toMatchObject({ code: "conflict" });
});

it("logging out everywhere else ends all sessions of the person but this one", async () => {
  const [{ id: personId, email }, other] = [await makePerson(), await makePerson()];
  const sessionId = await openTestSession(email);
  for (const address of [email, email]) await openTestSession(address);
  const otherSession = await openTestSession(other.email);
  expect(await endOtherSessions(systemContext(), { personId, sessionId })).toBe(2);
  const left = await listLoginSessions(systemContext(), personId);
  expect(left.map(({ id }) => id)).toEqual([sessionId]);
  expect(await findLoginSession(systemContext(), otherSession)).not.toBeNull();
});
