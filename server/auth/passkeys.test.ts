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

/** Creates a person with a passkey; returns them with the session and the recovery codes. */
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
  it("signs in its person and no one else", async () => {
    const { person, authenticator } = await withPasskey();
    const result = await logInWith(authenticator.sign({ challenge: await loginChallenge() }));
    expect(result).toMatchObject({ outcome: "in", personId: person.id });
  });

  it("needs a challenge of ours that was not used before", async () => {
    const { authenticator } = await withPasskey();
    const response = authenticator.sign({ challenge: await loginChallenge() });
    expect(await logInWith(response)).toMatchObject({ outcome: "in" });
    expect(await logInWith(response)).toEqual({ outcome: "passkey-wrong" });
    const invented = authenticator.sign({ challenge: "A".repeat(43) });
    expect(await logInWith(invented)).toEqual({ outcome: "passkey-wrong" });
  });

  it("uses up its challenge if the signature is wrong", async () => {
    const { authenticator } = await withPasskey();
    const challenge = await loginChallenge();
    const other = new TestAuthenticator().sign({ challenge });
    const forged = { ...other, id: authenticator.id, rawId: authenticator.id };
    expect(await logInWith(forged)).toEqual({ outcome: "passkey-wrong" });
    expect(await logInWith(authenticator.sign({ challenge }))).toEqual({
      outcome: "passkey-wrong",
    });
  });

  it("must be used within minutes", async () => {
    const { authenticator } = await withPasskey();
    const response = authenticator.sign({ challenge: await loginChallenge() });
    const late = { ...systemContext(), now: new Date(Date.now() + 6 * 60_000) };
    const attempt = { response, visitor: testVisitor, deviceCookie: null };
    expect(await logInByPasskey(late, attempt)).toEqual({ outcome: "passkey-wrong" });
  });

  it("is only accepted for this site, and only if its person has unlocked it", async () => {
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

  it("whose counter goes back is rejected and reported", async () => {
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

  it("is rejected after it was removed", async () => {
    const { ctx, authenticator } = await withPasskey();
    const response = authenticator.sign({ challenge: await loginChallenge() });
    await call("passkeys.remove", ctx, { id: authenticator.id });
    expect(await logInWith(response)).toEqual({ outcome: "passkey-wrong" });
  });

  it("cannot be removed by another person", async () => {
    const { person, authenticator } = await withPasskey();
    const other = await visit(await makePerson());
    await expect(call("passkeys.remove", other, { id: authenticator.id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await database().prisma.passkey.count({ where: { personId: person.id } })).toBe(1);
  });
});

describe("adding a passkey", () => {
  it("accepts a challenge of the same person once", async () => {
    const [own, other] = [await visit(await makePerson()), await visit(await makePerson())];
    const foreign = await challengeOf("passkeys.createOptions", other);
    const add = (challenge: string, given = {}) =>
      call("passkeys.add", own, {
        name: "Phone",
        response: new TestAuthenticator().register({ challenge, ...given }),
      });
    const refused = { code: "BAD_REQUEST" };
    await expect(add(foreign)).rejects.toMatchObject(refused);
    await expect(add(await loginChallenge())).rejects.toMatchObject(refused);
    const wrong = [{ origin: "https://carbon-ti11.example" }, { isVerified: false }];
    for (const given of wrong) {
      const challenge = await challengeOf("passkeys.createOptions", own);
      await expect(add(challenge, given)).rejects.toMatchObject(refused);
      await expect(add(challenge)).rejects.toMatchObject(refused);
    }
    const challenge = await challengeOf("passkeys.createOptions", own);
    await add(challenge);
    await expect(add(challenge)).rejects.toMatchObject(refused);
  });

  it("rejects a passkey of another person", async () => {
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
  it("needs it or a recovery code, not another person's", async () => {
    const { person, authenticator, recoveryCodes } = await withPasskey();
    const { authenticator: stranger } = await withPasskey();
    const { email } = person;
    expect(await tryLogin(email)).toEqual({ outcome: "passkey-needed" });
    const other = stranger.sign({ challenge: await loginChallenge() });
    expect(await tryWithPasskey(email, other)).toEqual({ outcome: "passkey-wrong" });
    const own = authenticator.sign({ challenge: await loginChallenge() });
    expect(await tryWithPasskey(email, own)).toMatchObject({ outcome: "in" });
    expect(await tryWithPasskey(email, own)).toEqual({ outcome: "passkey-wrong" });
    expect(await tryLogin(email, { code: "aaaaa-aaaaa" })).toEqual({ outcome: "code-wrong" });
    const code = recoveryCodes[0] ?? "";
    expect(await tryLogin(email, { code })).toMatchObject({ outcome: "in" });
    expect(await tryLogin(email, { code })).toEqual({ outcome: "code-wrong" });
  });

  it("signs in with the password alone after the last one was removed", async () => {
    const { person, ctx, authenticator } = await withPasskey();
    await call("passkeys.remove", ctx, { id: authenticator.id });
    expect(await tryLogin(person.email)).toMatchObject({ outcome: "in" });
  });
});
