import { randomBytes } from "node:crypto";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import type { Context } from "#core/context";
import { appUrl } from "#core/env";
import type { Passkey } from "#prisma";
import { requireAttempt } from "./attempts";
import { CHALLENGE_MS, challengeLimits, isNextCount } from "./rules";
import type { PasskeyLogin } from "./schema";
import { recordSecurityEvent, type Visitor } from "./security-events";
import type { ChallengePurpose } from "./tables";

/** Passkeys are bound to this origin and host name. */
export function relyingParty(): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(appUrl());
  return { rpID: hostname, origin };
}

const CHALLENGE_BYTES = 32;

/** Before a login, the person is not known. */
export type ChallengeFor =
  | { purpose: "login"; personId: null }
  | { purpose: Exclude<ChallengePurpose, "login">; personId: string };

async function createChallenge(
  ctx: Context,
  { purpose, personId }: ChallengeFor,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = randomBytes(CHALLENGE_BYTES);
  const expiresAt = new Date(ctx.now.getTime() + CHALLENGE_MS);
  const challenge = bytes.toString("base64url");
  await ctx.db.prisma.passkeyChallenge.create({
    data: { challenge, purpose, personId, expiresAt },
  });
  return Uint8Array.from(bytes);
}

/** The challenge named in the browser's response, or null if it is unreadable. */
function challengeOf(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
    const { challenge } = (data ?? {}) as { challenge?: unknown };
    return typeof challenge === "string" && challenge.length <= 128 ? challenge : null;
  } catch {
    return null;
  }
}

/**
 * Uses up the challenge named in the response. Null if it was used, has expired, or is for another
 * person or purpose. Call it outside a transaction: a rollback would make it usable again.
 */
export async function consumeChallenge(
  ctx: Context,
  { clientDataJSON, purpose, personId }: ChallengeFor & { clientDataJSON: string },
): Promise<string | null> {
  const challenge = challengeOf(clientDataJSON);
  if (challenge === null) return null;
  const { count } = await ctx.db.prisma.passkeyChallenge.deleteMany({
    where: { challenge, purpose, personId, expiresAt: { gt: ctx.now } },
  });
  return count === 1 ? challenge : null;
}

export async function deleteOldChallenges(ctx: Context): Promise<void> {
  await ctx.db.prisma.passkeyChallenge.deleteMany({ where: { expiresAt: { lte: ctx.now } } });
}

/** A discoverable passkey, so that no one has to type a name to sign in. */
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

/** For a login with any registered passkey. Outside a transaction. @throws rate-limited */
export async function loginPasskeyOptions(
  ctx: Context,
  { visitor }: { visitor: Visitor },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const limits = challengeLimits(visitor.network);
  await requireAttempt(ctx, { limits, attempted: "passkey challenge", visitor });
  const challenge = await createChallenge(ctx, { purpose: "login", personId: null });
  return generateAuthenticationOptions(requestOptions(challenge));
}

/** For a signed-in person who confirms their identity. */
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

export interface CheckedPasskey {
  id: string;
  personId: string;
  counter: bigint;
  visitor: Visitor;
}

interface CheckPasskey {
  response: PasskeyLogin;
  expected: ChallengeFor;
  /** If set, only this person's passkeys count. */
  personId?: string | undefined;
  visitor: Visitor;
}

interface Signature {
  response: PasskeyLogin;
  challenge: string;
  passkey: Passkey;
}

/** The authenticator's new count, or null if the signature is invalid. */
async function verifySignature(
  ctx: Context,
  { response, challenge, passkey }: Signature,
): Promise<bigint | null> {
  const { rpID, origin } = relyingParty();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      // `recordPasskeyUse` compares the count.
      credential: { id: passkey.id, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
      requireUserVerification: true,
    });
    return verified ? BigInt(authenticationInfo.newCounter) : null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    ctx.log.info({ event: "auth.passkey_unverified", reason }, "passkey not verified");
    return null;
  }
}

/** Null if the passkey is not accepted, which is recorded. Always uses up the challenge. */
export async function checkPasskey(
  ctx: Context,
  { response, expected, personId, visitor }: CheckPasskey,
): Promise<CheckedPasskey | null> {
  const { clientDataJSON } = response.response;
  const challenge = await consumeChallenge(ctx, { ...expected, clientDataJSON });
  const passkey = await ctx.db.prisma.passkey.findUnique({ where: { id: response.id } });
  const fail = async (reason: string) => {
    const ownerId = passkey?.personId ?? personId;
    await recordSecurityEvent(ctx, {
      kind: "auth.passkey_failed",
      visitor,
      ...(ownerId !== undefined && { personId: ownerId }),
      data: { reason },
    });
    return null;
  };
  if (challenge === null) return fail("challenge");
  if (!passkey) return fail("unknown passkey");
  if (personId !== undefined && passkey.personId !== personId) return fail("other person");
  const counter = await verifySignature(ctx, { response, challenge, passkey });
  if (counter === null) return fail("signature");
  return { id: passkey.id, personId: passkey.personId, counter, visitor };
}

/**
 * Stores the count and time of use. False if the passkey was removed, or if its count went back,
 * which suggests a copied key.
 */
export async function recordPasskeyUse(ctx: Context, checked: CheckedPasskey): Promise<boolean> {
  const { id, personId, counter, visitor } = checked;
  const { passkey } = ctx.db.prisma;
  const stored = await passkey.findUnique({ where: { id, personId } });
  if (!stored) return false;
  const isNext = isNextCount({ stored: stored.counter, received: counter });
  const { count } = isNext
    ? await passkey.updateMany({
        where: { id, personId, counter: stored.counter },
        data: { counter, lastUsedAt: ctx.now },
      })
    : { count: 0 };
  if (count === 1) return true;
  await recordSecurityEvent(ctx, {
    kind: "auth.passkey_count_regressed",
    visitor,
    personId,
    data: { passkey: stored.name, stored: String(stored.counter), received: String(counter) },
  });
  return false;
}
