// Checks what an authenticator signed, outside a transaction; `recordPasskeyUse` finishes inside.
import {
  type AuthenticationResponseJSON,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import type { Context } from "#core/context";
import type { Passkey } from "#prisma";
import { type ChallengeFor, takeChallenge } from "./passkey-challenge-store";
import { isNextCount } from "./passkey-rules";
import { recordSecurityEvent, type Visitor } from "./record-security-event";
import { relyingParty } from "./relying-party";
import type { PasskeyLogin } from "./schema";

export interface CheckedPasskey {
  id: string;
  personId: string;
  counter: bigint;
  visitor: Visitor;
}

interface CheckPasskey {
  response: PasskeyLogin;
  expected: ChallengeFor;
  /** The only person whose passkeys count; undefined where the passkey says who it is. */
  personId?: string | undefined;
  visitor: Visitor;
}

interface Signature {
  response: PasskeyLogin;
  challenge: string;
  passkey: Passkey;
}

/** The authenticator's new count; null where the signature is not one of the passkey for us. */
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
      // The count is compared where it is stored.
      credential: { id: passkey.id, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
      requireUserVerification: true,
    });
    return verified ? BigInt(authenticationInfo.newCounter) : null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    ctx.log.info({ event: "auth.passkey_unverified", reason }, "passkey response not verified");
    return null;
  }
}

/** Null where it proves nothing, which is recorded. Uses the challenge up either way. */
export async function checkPasskey(
  ctx: Context,
  { response, expected, personId, visitor }: CheckPasskey,
): Promise<CheckedPasskey | null> {
  const { clientDataJSON } = response.response;
  const challenge = await takeChallenge(ctx, { ...expected, clientDataJSON });
  const passkey = await ctx.db.prisma.passkey.findUnique({ where: { id: response.id } });
  const fail = async (reason: string) => {
    const whose = passkey?.personId ?? personId;
    await recordSecurityEvent(ctx, {
      kind: "auth.passkey_failed",
      visitor,
      ...(whose !== undefined && { personId: whose }),
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
 * Stores the count and time of use. False where the passkey was removed meanwhile, or where its
 * count went back, which a copied key looks like.
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
