import { describe, expect, it } from "vitest";
import { database } from "#core/db";
import { TestAuthenticator } from "#testing/authenticator";
import { makePerson, PASSWORD } from "#testing/people";
import { callProcedure, trpcContextOf } from "#testing/procedures";
import { PROOF_MS } from "./procedures";

const visit = (person: { email: string }) => trpcContextOf(person, { slug: "" });
type Visit = Awaited<ReturnType<typeof visit>>;

/** Makes the session's last proof old. */
async function expireProof({ loggedIn }: Visit): Promise<void> {
  const where = { id: loggedIn?.sessionId ?? "" };
  const provenAt = new Date(Date.now() - PROOF_MS - 1000);
  await database().prisma.loginSession.update({ where, data: { provenAt } });
}

async function isProven({ loggedIn }: Visit): Promise<boolean> {
  const where = { id: loggedIn?.sessionId ?? "" };
  const { provenAt } = await database().prisma.loginSession.findUniqueOrThrow({ where });
  return provenAt !== null && Date.now() - provenAt.getTime() < PROOF_MS;
}

async function addPasskey(ctx: Visit): Promise<TestAuthenticator> {
  const authenticator = new TestAuthenticator();
  const options = (await callProcedure("passkeys.createOptions", ctx, undefined)) as {
    challenge: string;
  };
  const response = authenticator.register(options);
  await callProcedure("passkeys.add", ctx, { name: "Laptop", response });
  return authenticator;
}

async function proofChallenge(ctx: Visit): Promise<string> {
  const options = await callProcedure("passkeys.proofOptions", ctx, undefined);
  return (options as { challenge: string }).challenge;
}

describe("a confirmation", () => {
  it("by password counts for the current session only", async () => {
    const person = await makePerson();
    const [own, other] = [await visit(person), await visit(person)];
    for (const ctx of [own, other]) await expireProof(ctx);
    await expect(
      callProcedure("proof.password", own, { password: "wrong-password" }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
    expect(await isProven(own)).toBe(false);
    await callProcedure("proof.password", own, { password: PASSWORD });
    expect([await isProven(own), await isProven(other)]).toEqual([true, false]);
  });

  it("by code rejects wrong ones, and limits guesses", async () => {
    const ctx = await visit(await makePerson({ isOperator: true }));
    await expireProof(ctx);
    const codes: string[] = [];
    for (let guess = 0; guess < 11; guess += 1) {
      const code = String(guess).padStart(6, "0");
      const refusal = await callProcedure("proof.code", ctx, { code }).catch(
        (error: { code: string }) => error.code,
      );
      codes.push(String(refusal));
    }
    expect(codes).toEqual([...Array(10).fill("BAD_REQUEST"), "TOO_MANY_REQUESTS"]);
    expect(await isProven(ctx)).toBe(false);
  });

  it("by passkey accepts the person's own, each response once", async () => {
    const [own, others] = [await visit(await makePerson()), await visit(await makePerson())];
    const [authenticator, stranger] = [await addPasskey(own), await addPasskey(others)];
    await expireProof(own);
    const prove = (passkey: unknown) => callProcedure("proof.passkey", own, { passkey });
    const wrong = [
      stranger.sign({ challenge: await proofChallenge(own) }),
      authenticator.sign({ challenge: await proofChallenge(others) }),
      authenticator.sign({ challenge: await proofChallenge(own), origin: "https://a.example" }),
    ];
    for (const passkey of wrong) {
      await expect(prove(passkey)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    }
    expect(await isProven(own)).toBe(false);
    const passkey = authenticator.sign({ challenge: await proofChallenge(own) });
    await prove(passkey);
    expect(await isProven(own)).toBe(true);
    await expect(prove(passkey)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});
