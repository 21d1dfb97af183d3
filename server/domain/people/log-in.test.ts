import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { database } from "#core/db";
import { systemContext } from "#testing/factories";
import { makePerson, openTestSession, PASSWORD, testVisitor, tryLogin } from "#testing/people";
import { requireAttempt } from "./attempts";
import { checkLogin, findDevice, logIn, rememberDevice } from "./login";
import { checkPassword } from "./passwords";
import { loginLimits } from "./rules";
import { disableTotp, enableTotp } from "./second-factor";
import { endSession, findLoginSession, listLoginSessions } from "./sessions";

const MINUTE = 60_000;
const key = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const codeAt = (at: Date) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: at.getTime() });
const inMinutes = (count: number) => new Date(Date.now() + count * MINUTE);

async function withSecondFactor() {
  const person = await makePerson();
  const at = inMinutes(0);
  const codes = await enableTotp(
    { ...systemContext(), now: at },
    { key, code: codeAt(at), personId: person.id, visitor: testVisitor },
  );
  return { ...person, codes, at };
}

describe("logIn", () => {
  it("lets a person in by email address, whatever its case, and password, and records the session", async () => {
    const { id, email } = await makePerson();
    const result = await tryLogin(` ${email.toUpperCase()} `);
    expect(result).toMatchObject({ outcome: "in", personId: id });
    const sessionId = "sessionId" in result ? result.sessionId : "";
    const session = await findLoginSession(systemContext(), sessionId);
    expect(session?.person).toMatchObject({ id, email, isOperator: false, hasTotp: false });
  });

  it("rejects a wrong password and an unknown person with the same response, equally slowly", async () => {
    const { email } = await makePerson();
    const timed = async (address: string) => {
      const startedAt = performance.now();
      expect(await tryLogin(address, { password: "wrong" })).toEqual({ outcome: "refused" });
      return performance.now() - startedAt;
    };
    await timed(email);
    const times = [];
    for (let round = 0; round < 5; round += 1) {
      times.push((await timed("nobody@example.com")) / (await timed(email)));
    }
    expect(times.toSorted()[2]).toBeGreaterThan(0.5);
  });

  it("asks for the second factor only after the right password, and accepts each code once", async () => {
    const { email, at } = await withSecondFactor();
    expect(await tryLogin(email, { password: "wrong", at })).toEqual({ outcome: "refused" });
    expect(await tryLogin(email, { at })).toEqual({ outcome: "code-needed" });
    expect(await tryLogin(email, { code: "000000", at })).toEqual({ outcome: "code-wrong" });
    expect(await tryLogin(email, { code: codeAt(at), at })).toEqual({ outcome: "code-wrong" });
    const later = new Date(at.getTime() + MINUTE);
    const both = await Promise.all(
      [1, 2].map(() => tryLogin(email, { code: codeAt(later), at: later })),
    );
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(["code-wrong", "in"]);
    const old = codeAt(new Date(at.getTime() + 2 * MINUTE));
    const much = new Date(at.getTime() + 4 * MINUTE);
    expect(await tryLogin(email, { code: old, at: much })).toEqual({ outcome: "code-wrong" });
  });

  it("accepts each recovery code once, however it is typed", async () => {
    const { id, email, codes } = await withSecondFactor();
    expect(new Set(codes).size).toBe(10);
    const code = ` ${codes[0]?.toUpperCase()} `;
    expect(await tryLogin(email, { code })).toMatchObject({ outcome: "in" });
    expect(await tryLogin(email, { code })).toEqual({ outcome: "code-wrong" });
    const prove = (password: string) =>
      checkPassword(systemContext(), {
        personId: id,
        password,
        countedAs: "a session",
        field: "password",
        message: "is not your password",
        visitor: testVisitor,
      });
    await expect(prove("wrong")).rejects.toMatchObject({
      errors: { password: [expect.any(String)] },
    });
    await disableTotp(systemContext(), { proof: await prove(PASSWORD), visitor: testVisitor });
    expect(await tryLogin(email)).toMatchObject({ outcome: "in" });
  });
});

describe("login limits", () => {
  const wrong = (email: string, given: Parameters<typeof tryLogin>[1] = {}) =>
    tryLogin(email, { password: "wrong", ...given });
  /** An attempt that skips the expensive password check. */
  const attempt = (email: string, network: string) =>
    requireAttempt(systemContext(), {
      limits: loginLimits({ email, network, device: null }),
      attempted: "login",
      visitor: { ...testVisitor, network },
    });
  const deviceOf = (email: string) => rememberDevice(systemContext(), { email, cookie: null });

  it("refuse the eleventh guess from one network within 15 minutes, even if all are sent at once", async () => {
    const { email } = await makePerson();
    const network = "198.51.100.1";
    const guesses = Array.from({ length: 14 }, () => wrong(email, { network }));
    const refused = (await Promise.allSettled(guesses)).filter((it) => it.status === "rejected");
    expect(refused).toHaveLength(4);
    expect(refused[0]?.reason).toMatchObject({ code: "rate-limited" });
    await expect(tryLogin(email, { network })).rejects.toMatchObject({ code: "rate-limited" });
    expect(await tryLogin(email, { network, at: inMinutes(16) })).toMatchObject({ outcome: "in" });
  });

  it("let no stranger lock a person out, neither elsewhere nor on a known device", async () => {
    const { email } = await makePerson();
    const network = "198.51.100.2";
    await Promise.allSettled(Array.from({ length: 12 }, () => wrong(email, { network })));
    expect(await tryLogin(email, { network: "192.0.2.8" })).toMatchObject({ outcome: "in" });
    const deviceCookie = await deviceOf(email);
    expect(await tryLogin(email, { network, deviceCookie })).toMatchObject({ outcome: "in" });
  });

  it("stop guesses from many networks at once, and still let a known device in", async () => {
    const { email } = await makePerson();
    const deviceCookie = await deviceOf(email);
    for (let from = 0; from < 11; from += 1) {
      const guesses = Array.from({ length: 10 }, () => attempt(email, `203.0.113.${from}`));
      await Promise.allSettled(guesses);
    }
    await expect(tryLogin(email, { network: "192.0.2.9" })).rejects.toThrow(/Try again/);
    expect(await tryLogin(email, { deviceCookie })).toMatchObject({ outcome: "in" });
  });

  it("count a known device separately, and ignore another person's device cookie", async () => {
    const [{ email }, other] = [await makePerson(), await makePerson()];
    const network = "198.51.100.3";
    const deviceCookie = await deviceOf(email);
    await Promise.allSettled(Array.from({ length: 10 }, () => wrong(email, { deviceCookie })));
    await expect(tryLogin(email, { deviceCookie })).rejects.toThrow(/Try again/);
    expect(await tryLogin(email, { network })).toMatchObject({ outcome: "in" });
    await Promise.allSettled(Array.from({ length: 10 }, () => wrong(email, { network })));
    for (const cookie of [await deviceOf(other.email), `${"A".repeat(16)}.${"A".repeat(43)}`]) {
      const attempt = tryLogin(email, { network, deviceCookie: cookie });
      await expect(attempt).rejects.toThrow(/Try again/);
    }
  });

  it("remember a device for each of the people who share it", async () => {
    const emails = ["one@example.com", "two@example.com"];
    let cookie: string | null = null;
    for (const email of [...emails, ...emails]) {
      cookie = await rememberDevice(systemContext(), { email, cookie });
    }
    expect(cookie?.split("~")).toHaveLength(2);
    const ids = await Promise.all(
      emails.map((email) => findDevice(systemContext(), { email, cookie })),
    );
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain(null);
  });

  it("stop a network that tries many people, and a success gives its attempt back", async () => {
    const network = "203.0.113.50";
    for (let at = 0; at < 50; at += 1) await attempt(`${at}@example.com`, network);
    await expect(wrong("another@example.com", { network })).rejects.toThrow(/Try again/);
    const { email } = await makePerson();
    for (let count = 0; count < 9; count += 1) await attempt(email, "192.0.2.10");
    expect(await tryLogin(email, { network: "192.0.2.10" })).toMatchObject({ outcome: "in" });
    expect(await wrong(email, { network: "192.0.2.10" })).toEqual({ outcome: "refused" });
  });

  it("stop guesses of codes from any number of networks", async () => {
    const { email, at } = await withSecondFactor();
    for (let from = 0; from < 10; from += 1) {
      const guess = { code: "000000", at, network: `198.18.0.${from}` };
      expect(await tryLogin(email, guess)).toEqual({ outcome: "code-wrong" });
    }
    const code = codeAt(new Date(at.getTime() + MINUTE));
    const right = { code, at: new Date(at.getTime() + MINUTE) };
    await expect(tryLogin(email, right)).rejects.toThrow(/Try again/);
    const deviceCookie = await deviceOf(email);
    expect(await tryLogin(email, { ...right, deviceCookie })).toMatchObject({ outcome: "in" });
  });
});

describe("a login during a password change", () => {
  it("opens no session with the old password", async () => {
    const { email } = await makePerson();
    const attempt = { email, password: PASSWORD, visitor: testVisitor, deviceCookie: null };
    const checked = await checkLogin(systemContext(), attempt);
    await database().prisma.person.update({ where: { email }, data: { passwordHash: "other" } });
    if (checked.outcome !== "proven") throw new Error(checked.outcome);
    expect(await logIn(systemContext(), checked)).toEqual({ outcome: "refused" });
  });
});

describe("a session", () => {
  it("ends when its person ends it, not for anyone else, and when it expires", async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const id = await openTestSession(person.email);
    const second = await openTestSession(person.email);
    expect(await endSession(systemContext(), { personId: other.id, id })).toBe(false);
    expect(await endSession(systemContext(), { personId: person.id, id })).toBe(true);
    expect(await findLoginSession(systemContext(), id)).toBeNull();
    const left = await listLoginSessions(systemContext(), person.id);
    expect(left.map((it) => it.id)).toEqual([second]);
    const later = { ...systemContext(), now: inMinutes(14 * 24 * 60 + 1) };
    expect(await findLoginSession(later, second)).toBeNull();
  });

  it("records its last use to within a few minutes", async () => {
    const { email } = await makePerson();
    const id = await openTestSession(email);
    const lastSeenAt = async () =>
      (await database().prisma.loginSession.findUniqueOrThrow({ where: { id } })).seenAt;
    const before = await lastSeenAt();
    await findLoginSession({ ...systemContext(), now: inMinutes(2) }, id);
    expect(await lastSeenAt()).toEqual(before);
    const at = inMinutes(10);
    await findLoginSession({ ...systemContext(), now: at }, id);
    expect(await lastSeenAt()).toEqual(at);
  });
});
