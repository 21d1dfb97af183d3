// What a browser needs to make a passkey, or to sign with one.
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import type { Context } from "#core/context";
import { challengeLimits } from "./attempt-rules";
import { createChallenge } from "./passkey-challenge-store";
import { CHALLENGE_MS } from "./passkey-rules";
import type { Visitor } from "./record-security-event";
import { relyingParty } from "./relying-party";
import { requireAttempt } from "./require-attempt";

/** A key that the authenticator stores and unlocks by itself, so nobody has to type a name. */
export async function createPasskeyOptions(
  ctx: Context,
  { personId }: { personId: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { person, passkey } = ctx.db.prisma;
  const { email, name } = await person.findUniqueOrThrow({ where: { id: personId } });
  const known = await passkey.findMany({ where: { personId } });
  return generateRegistrationOptions({
    rpName: "Carbon Till",
    rpID: relyingParty().rpID,
    userName: email,
    userDisplayName: name,
    userID: new TextEncoder().encode(personId),
    challenge: await createChallenge(ctx, { purpose: "registration", personId }),
    timeout: CHALLENGE_MS,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

function requestOptions(challenge: Uint8Array<ArrayBuffer>) {
  const { rpID } = relyingParty();
  return { rpID, challenge, timeout: CHALLENGE_MS, userVerification: "required" } as const;
}

/** For logging in: whoever has a passkey here. Outside a transaction. @throws rate-limited */
export async function loginPasskeyOptions(
  ctx: Context,
  { visitor }: { visitor: Visitor },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const limits = challengeLimits(visitor.network);
  await requireAttempt(ctx, { limits, attempted: "passkey challenge", visitor });
  const challenge = await createChallenge(ctx, { purpose: "login", personId: null });
  return generateAuthenticationOptions(requestOptions(challenge));
}

/** For a person who is logged in to prove that it is still them. */
export async function proofPasskeyOptions(
  ctx: Context,
  { personId }: { personId: string },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const known = await ctx.db.prisma.passkey.findMany({ where: { personId } });
  const challenge = await createChallenge(ctx, { purpose: "proof", personId });
  return generateAuthenticationOptions({
    ...requestOptions(challenge),
    allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
  });
}
