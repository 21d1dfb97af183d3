import { describe, expect, it } from "vitest";
import { database } from "#core/db";
import { listSecurityEvents, type PasskeyLogin } from "#domain/people";
import { TestAuthenticator } from "#testing/authenticator";
import { systemContext } from "#testing/factories";
import { makePerson, testVisitor, tryLogin } from "#testing/people";
import { callProcedure, trpcContextOf } from "#testing/procedures";
import { logInByPasskey } from "./login";

type Person = Awaited<ReturnType<typeof makePerson>>;
type Options = { challenge: string };

const call = async (path: string, ctx: unknown, input?: unknown) =>
  callProcedure(path, ctx as Awaited<ReturnType<typeof trpcContextOf>>, input);

const visit = (person: Person | null) => trpcContextOf(person, { slug: "" });

async function challengeOf(path: string, ctx: unknown): Promise<string> {
  return ((await call(path, ctx)) as Options).challenge;
}

async function loginChallenge(): Promise<string> {
  return challengeOf("passkeys.loginOptions", await visit(null));
}

/** A person with a passkey, the session it was added in, and the recovery codes. */
async function withPasskey() {
  const person = await makePerson();
  const ctx = await visit(person);
  const authenticator = new TestAuthenticator();
  const challenge = await challengeOf("passkeys.createOptions", ctx);
  const response = authenticator.register({ challenge });
  const { recoveryCodes } = (await call("passkeys.add", ctx, { name: "Laptop", response })) as {
    recoveryCodes: string[];
  };
  return { person, ctx, authenticator, recoveryCodes };
}

function logInWith(response: PasskeyLogin) {
  return logInByPasskey(systemContext(), { response, visitor: testVisitor, deviceCookie: null });
}

async function tryWithPasskey(email: string, passkey: PasskeyLogin) {
  return tryLogin(email, { passkey });
}

describe("a passkey", () => {
  it("logs its person in, and no one else", async () => {
    const { person, authenticator } = await withPasskey();
    const result = await logInWith(authenticator.sign({ challenge: await loginChallenge() }));
    expect(result).toMatchObject({ outcome: "in", personId: person.id });
  });

  it("needs a challenge of ours that nobody answered before", async () => {
    const { authenticator } = await withPasskey();
    const response = authenticator.sign({ challenge: await loginChallenge() });
    expect(await logInWith(response)).toMatchObject({ outcome: "in" });
    expect(await logInWith(response)).toEqual({ outcome: "passkey-wrong" });
    const invented = authenticator.sign({ challenge: "A".repeat(43) });
    expect(await logInWith(invented)).toEqual({ outcome: "passkey-wrong" });
  });

  it("uses its challenge up where the signature is wrong", async () => {
    const { authenticator } = await withPasskey();
    const challenge = await loginChallenge();
    const other = new TestAuthenticator().sign({ challenge });
    const forged = { ...other, id: authenticator.id, rawId: authenticator.id };
    expect(await logInWith(forged)).toEqual({ outcome: "passkey-wrong" });
    expect(await logInWith(authenticator.sign({ challenge }))).toEqual({
      outcome: "passkey-wrong",
    });
  });

  it("must be answered within minutes", async () => {
    const { authenticator } = await withPasskey();
    const response = authenticator.sign({ challenge: await loginChallenge() });
    const late = { ...systemContext(), now: new Date(Date.now() + 6 * 60_000) };
    const attempt = { response, visitor: testVisitor, deviceCookie: null };
    expect(await logInByPasskey(late, attempt)).toEqual({ outcome: "passkey-wrong" });
  });

  it("counts for this site alone, and only when its person unlocked it", async () => {
    const { authenticator } = await withPasskey();
    const wrong = [
      { origin: "https://carbon-ti11.example" },
      { rpID: "carbon-ti11.example" },
      { isVerified: false },
    ];
    for (const given of wrong) {
      const challenge = await loginChallenge();
      const result = await logInWith(authenticator.sign({ challenge, ...given }));
      expect([given, result]).toEqual([given, { outcome: "passkey-wrong" }]);
    }
  });

  it("that counts backwards lets nobody in, and is reported", async () => {
    const { person, authenticator } = await withPasskey();
    const at = async (counter: number) =>
      logInWith(authenticator.sign({ challenge: await loginChallenge(), counter }));
    expect(await at(7)).toMatchObject({ outcome: "in" });
    for (const counter of [7, 6, 0]) {
      expect(await at(counter)).toEqual({ outcome: "passkey-wrong" });
    }
    expect(await at(8)).toMatchObject({ outcome: "in" });
    const kind = "auth.passkey_count_regressed" as const;
    const { data } = await listSecurityEvents(systemContext(), { limit: 100, kind });
    const events = data.filter((event) => event.person?.id === person.id);
    expect(events.map((event) => event.data)).toContainEqual({
      passkey: "Laptop",
      stored: "7",
      received: "6",
    });
  });

  it("opens nothing once it is removed", async () => {
    const { ctx, authenticator } = await withPasskey();
    const response = authenticator.sign({ challenge: await loginChallenge() });
    await call("passkeys.remove", ctx, { id: authenticator.id });
    expect(await logInWith(response)).toEqual({ outcome: "passkey-wrong" });
  });

  it("cannot be removed by somebody else", async () => {
    const { person, authenticator } = await withPasskey();
    const other = await visit(await makePerson());
    await expect(call("passkeys.remove", other, { id: authenticator.id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await database().prisma.passkey.count({ where: { personId: person.id } })).toBe(1);
  });
});

describe("adding a passkey", () => {
  it("takes a challenge of the same person, once", async () => {
    const [mine, theirs] = [await visit(await makePerson()), await visit(await makePerson())];
    const challenge = await challengeOf("passkeys.createOptions", theirs);
    const add = (challenge: string, given = {}) =>
      call("passkeys.add", mine, {
        name: "Phone",
        response: new TestAuthenticator().register({ challenge, ...given }),
      });
    const refused = { code: "BAD_REQUEST" };
    await expect(add(challenge)).rejects.toMatchObject(refused);
    await expect(add(await loginChallenge())).rejects.toMatchObject(refused);
    const wrong = [{ origin: "https://carbon-ti11.example" }, { isVerified: false }];
    for (const given of wrong) {
      const own = await challengeOf("passkeys.createOptions", mine);
      await expect(add(own, given)).rejects.toMatchObject(refused);
      await expect(add(own)).rejects.toMatchObject(refused);
    }
    const own = await challengeOf("passkeys.createOptions", mine);
    await add(own);
    await expect(add(own)).rejects.toMatchObject(refused);
  });

  it("takes no passkey that another person has", async () => {
    const { authenticator } = await withPasskey();
    const ctx = await visit(await makePerson());
    const challenge = await challengeOf("passkeys.createOptions", ctx);
    const response = authenticator.register({ challenge });
    await expect(call("passkeys.add", ctx, { name: "Copy", response })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });
});

describe("after a password, a person with a passkey", () => {
  it("needs it or a recovery code, and another person's does not count", async () => {
    const { person, authenticator, recoveryCodes } = await withPasskey();
    const { authenticator: stranger } = await withPasskey();
    const { email } = person;
    expect(await tryLogin(email)).toEqual({ outcome: "passkey-needed" });
    const theirs = stranger.sign({ challenge: await loginChallenge() });
    expect(await tryWithPasskey(email, theirs)).toEqual({ outcome: "passkey-wrong" });
    const own = authenticator.sign({ challenge: await loginChallenge() });
    expect(await tryWithPasskey(email, own)).toMatchObject({ outcome: "in" });
    expect(await tryWithPasskey(email, own)).toEqual({ outcome: "passkey-wrong" });
    expect(await tryLogin(email, { code: "aaaaa-aaaaa" })).toEqual({ outcome: "code-wrong" });
    const code = recoveryCodes[0] ?? "";
    expect(await tryLogin(email, { code })).toMatchObject({ outcome: "in" });
    expect(await tryLogin(email, { code })).toEqual({ outcome: "code-wrong" });
  });

  it("logs in by the password alone once the last one is removed", async () => {
    const { person, ctx, authenticator } = await withPasskey();
    await call("passkeys.remove", ctx, { id: authenticator.id });
    expect(await tryLogin(person.email)).toMatchObject({ outcome: "in" });
  });
});
