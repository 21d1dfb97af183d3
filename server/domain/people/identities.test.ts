import { expect, it } from "vitest";
import { database } from "#core/db";
import { systemContext } from "#testing/factories";
import { mailsAbout } from "#testing/mails";
import { makePerson, testVisitor } from "#testing/people";
import { allowIdentity, listIdentities, logInByIdentity } from "./identities";
import { findLoginSession } from "./sessions";

const visitor = testVisitor;

const logIn = (subject: string, verifiedEmail: string | null) =>
  database().transaction((db) =>
    logInByIdentity(
      { ...systemContext(), db },
      { provider: "oidc", subject, verifiedEmail, visitor },
    ),
  );

const allow = (personId: string, subject: string, allowed: boolean) =>
  database().transaction((db) =>
    allowIdentity(
      { ...systemContext(), db },
      { personId, provider: "oidc", subject, allowed, visitor },
    ),
  );

const draw = () => `subject-${Math.random()}`;

it("a second subject with the same verified address waits until its person allows it", async () => {
  const { id, email } = await makePerson();
  const [first, second] = [draw(), draw()];
  expect(await logIn(first, email)).toMatchObject({ outcome: "in", personId: id });
  expect(await logIn(second, email)).toEqual({ outcome: "identity-not-allowed" });
  expect(await logIn(second, email)).toEqual({ outcome: "identity-not-allowed" });
  // Linked subjects log in whatever address they have now.
  expect(await logIn(first, null)).toMatchObject({ outcome: "in" });
  await allow(id, second, true);
  expect(await logIn(second, null)).toMatchObject({ outcome: "in", personId: id });
  expect((await mailsAbout(id)).map(({ kind }) => kind)).toEqual(Array(3).fill("security_change"));
});

it("of two subjects that log in first at the same moment, one is linked", async () => {
  const { id, email } = await makePerson();
  const logins = await Promise.all([logIn(draw(), email), logIn(draw(), email)]);
  expect(logins.map(({ outcome }) => outcome).toSorted()).toEqual(["identity-not-allowed", "in"]);
  const linked = await listIdentities(systemContext(), id);
  expect(linked.map(({ allowed }) => allowed).toSorted()).toEqual([false, true]);
});

it("a removed login stays refused, although the provider verifies the same address, and its sessions end", async () => {
  const { id, email } = await makePerson();
  const subject = draw();
  const opened = await logIn(subject, email);
  const sessionId = "sessionId" in opened ? opened.sessionId : "";
  const other = await makePerson();
  await expect(allow(other.id, subject, false)).rejects.toMatchObject({ code: "not-found" });
  await allow(id, subject, false);
  expect(await findLoginSession(systemContext(), sessionId)).toBeNull();
  expect(await logIn(subject, email)).toEqual({ outcome: "identity-not-allowed" });
  expect(await logIn(draw(), email)).toEqual({ outcome: "identity-not-allowed" });
  await allow(id, subject, true);
  expect(await logIn(subject, email)).toMatchObject({ outcome: "in" });
});

it("the last way to log in can't be removed", async () => {
  const { id, email } = await makePerson();
  const subject = draw();
  await logIn(subject, email);
  await database().prisma.person.update({ where: { id }, data: { passwordHash: null } });
  await expect(allow(id, subject, false)).rejects.toMatchObject({ code: "conflict" });
});
