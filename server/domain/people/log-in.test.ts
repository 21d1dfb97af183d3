// Logging in on the real database: who is let in, who is not, and how often one may try.
import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { database } from "#core/db";
import { systemContext } from "#testing/factories";
import { makePerson, openTestSession, PASSWORD, tryLogin } from "#testing/people";
import { disableTotp } from "./disable-totp";
import { enableTotp } from "./enable-totp";
import { endSession } from "./end-session";
import { findLoginSession } from "./find-login-session";
import { listLoginSessions } from "./list-login-sessions";
import { requireLoginAttempt } from "./require-login-attempt";

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
    { key, code: codeAt(at), personId: person.id },
  );
  return { ...person, codes, at };
}

describe("logIn", () => {
  it("lets a person in by address, whatever its case, and password, and names the session", async () => {
    const { id, email } = await makePerson();
    const result = await tryLogin(` ${email.toUpperCase()} `);
    expect(result).toMatchObject({ outcome: "in", personId: id });
    const sessionId = "sessionId" in result ? result.sessionId : "";
    const found = await findLoginSession(systemContext(), sessionId);
    expect(found?.person).toMatchObject({ id, email, isOperator: false, hasSecondFactor: false });
  });

  it("refuses a wrong password and an unknown person alike, and as slowly", async () => {
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

  it("asks for the second factor only after the right password, and takes each code once", async () => {
    const { email, at } = await withSecondFactor();
    expect(await tryLogin(email, { password: "wrong", at })).toEqual({ outcome: "refused" });
    expect(await tryLogin(email, { at })).toEqual({ outcome: "code-needed" });
    expect(await tryLogin(email, { code: "000000", at })).toEqual({ outcome: "code-wrong" });
    // The one that enabled it was used.
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

  it("takes each recovery code once, however it is typed", async () => {
    const { id, email, codes } = await withSecondFactor();
    expect(new Set(codes).size).toBe(10);
    const code = ` ${codes[0]?.toUpperCase()} `;
    expect(await tryLogin(email, { code })).toMatchObject({ outcome: "in" });
    expect(await tryLogin(email, { code })).toEqual({ outcome: "code-wrong" });
    await expect(
      disableTotp(systemContext(), { personId: id, password: "wrong" }),
    ).rejects.toMatchObject({ errors: { password: [expect.any(String)] } });
    await disableTotp(systemContext(), { personId: id, password: PASSWORD });
    expect(await tryLogin(email)).toMatchObject({ outcome: "in" });
  });
});

describe("requireLoginAttempt", () => {
  const attempt = (email: string, address: string, at = new Date()) =>
    requireLoginAttempt({ ...systemContext(), now: at }, { email, address });

  it("stops the eleventh guess at a person within a quarter of an hour, also of many at once", async () => {
    const { email } = await makePerson();
    const guesses = Array.from({ length: 14 }, (_, from) => attempt(email, `198.51.100.${from}`));
    const refused = (await Promise.allSettled(guesses)).filter((it) => it.status === "rejected");
    expect(refused).toHaveLength(4);
    expect(refused[0]?.reason).toMatchObject({ code: "rate-limited" });
    await attempt(email, "198.51.100.1", inMinutes(16));
  });

  it("stops one address that tries many people, and a success takes its attempt back", async () => {
    const address = "203.0.113.5";
    for (let count = 0; count < 50; count += 1) await attempt(`${count}@example.com`, address);
    await expect(attempt("another@example.com", address)).rejects.toThrow(/Try again/);
    const { email } = await makePerson();
    for (let count = 0; count < 10; count += 1) await attempt(email, "192.0.2.7");
    await tryLogin(email);
    await attempt(email, "192.0.2.7");
  });
});

describe("a session", () => {
  it("ends when it is ended, by its person alone, and when its time is over", async () => {
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

  it("keeps when it was last used, to some minutes", async () => {
    const { email } = await makePerson();
    const id = await openTestSession(email);
    const seen = async () =>
      (await database().prisma.loginSession.findUniqueOrThrow({ where: { id } })).seenAt;
    const before = await seen();
    await findLoginSession({ ...systemContext(), now: inMinutes(2) }, id);
    expect(await seen()).toEqual(before);
    const at = inMinutes(10);
    await findLoginSession({ ...systemContext(), now: at }, id);
    expect(await seen()).toEqual(at);
  });
});
