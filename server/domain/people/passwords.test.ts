import { describe, expect, it } from "vitest";
import { systemContext } from "#testing/factories";
import { makePerson, openTestSession, PASSWORD, testVisitor, tryLogin } from "#testing/people";
import { changePassword, preparePasswordChange } from "./passwords";
import { findLoginSession } from "./sessions";

const NEW_PASSWORD = "quarry lantern oboe drift";

describe("changePassword", () => {
  type Change = Parameters<typeof preparePasswordChange>[1];

  async function changeWith(change: Omit<Change, "visitor">) {
    const session = { ...change, visitor: testVisitor };
    await changePassword(systemContext(), await preparePasswordChange(systemContext(), session));
  }

  it("refuses the eleventh guess at the password in a session, even if all are sent at once", async () => {
    const { id: personId, email } = await makePerson();
    const [sessionId, other] = [await openTestSession(email), await openTestSession(email)];
    const guess = (current: string, sessionId: string) =>
      changeWith({ current, password: NEW_PASSWORD, personId, sessionId });
    const guesses = await Promise.allSettled(
      Array.from({ length: 15 }, () => guess("wrong", sessionId)),
    );
    const codes = guesses.map((it) => it.status === "rejected" && it.reason.code);
    expect(codes.filter((code) => code === "invalid-parameters")).toHaveLength(10);
    expect(codes.filter((code) => code === "rate-limited")).toHaveLength(5);
    await expect(guess(PASSWORD, sessionId)).rejects.toMatchObject({ code: "rate-limited" });
    await guess(PASSWORD, other);
  });

  it("writes nothing if the password was changed while the new one was hashed", async () => {
    const { id: personId, email } = await makePerson();
    const sessionId = await openTestSession(email);
    const session = { current: PASSWORD, personId, sessionId, visitor: testVisitor };
    const prepared = await Promise.all(
      ["tulip walnut sierra epoch", NEW_PASSWORD].map((password) =>
        preparePasswordChange(systemContext(), { ...session, password }),
      ),
    );
    const [first, second] = prepared;
    if (first) await changePassword(systemContext(), first);
    const late = second && changePassword(systemContext(), second);
    await expect(late).rejects.toMatchObject({ errors: { current: [expect.any(String)] } });
    expect(await tryLogin(email, { password: NEW_PASSWORD })).toEqual({ outcome: "refused" });
  });

  it("needs the old password, keeps this session and ends the others", async () => {
    const { id: personId, email } = await makePerson();
    const [own, other] = [await openTestSession(email), await openTestSession(email)];
    const change = (current: string, password: string) =>
      changeWith({ current, password, personId, sessionId: own });
    await expect(change("wrong", NEW_PASSWORD)).rejects.toMatchObject({
      errors: { current: [expect.any(String)] },
    });
    await change(PASSWORD, NEW_PASSWORD);
    expect(await findLoginSession(systemContext(), own)).not.toBeNull();
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
    await expect(changeWith(change)).rejects.toMatchObject({
      errors: { password: [expect.any(String)] },
    });
  });
});
