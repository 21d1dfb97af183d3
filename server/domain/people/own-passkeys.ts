import { type RegistrationResponseJSON, verifyRegistrationResponse } from "@simplewebauthn/server";
import type { Context } from "#core/context";
import { isUniqueViolation } from "#core/db-errors";
import { conflict, invalid, notFound } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import type { Passkey } from "#prisma";
import { consumeChallenge, relyingParty } from "./passkeys";
import { MAX_PASSKEYS } from "./rules";
import type { AddPasskey } from "./schema";
import { createRecoveryCodes, deleteUselessRecoveryCodes } from "./second-factor";
import { recordSecurityChange } from "./security-changes";
import type { Visitor } from "./security-events";

export function listPasskeys(
  ctx: Context,
  { personId }: { personId: string },
): Promise<Pick<Passkey, "id" | "name" | "createdAt" | "lastUsedAt">[]> {
  return ctx.db.prisma.passkey.findMany({
    where: { personId },
    select: { id: true, name: true, createdAt: true, lastUsedAt: true },
    orderBy: { createdAt: "asc" },
  });
}

interface CheckedRegistration {
  personId: string;
  id: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: bigint;
  transports: string[];
  name: string;
  visitor: Visitor;
}

/** Uses the challenge up even if the response is invalid. @throws invalid `response` */
export async function checkRegistration(
  ctx: Context,
  { response, name, personId, visitor }: AddPasskey & { personId: string; visitor: Visitor },
): Promise<CheckedRegistration> {
  const { clientDataJSON } = response.response;
  const expected = { purpose: "registration", personId } as const;
  const expectedChallenge = await consumeChallenge(ctx, { ...expected, clientDataJSON });
  if (expectedChallenge === null) throw invalid("response", "came too late: try again");
  const { rpID, origin } = relyingParty();
  const result = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch((error: Error) => {
    const reason = error.message;
    ctx.log.info({ event: "auth.passkey_unverified", reason }, "passkey not verified");
    return null;
  });
  if (!result?.verified) throw invalid("response", "is not a passkey for this site");
  const { id, publicKey, counter } = result.registrationInfo.credential;
  const transports = response.response.transports ?? [];
  const stored = { id, publicKey: Uint8Array.from(publicKey), counter: BigInt(counter) };
  return { ...stored, personId, transports, name, visitor };
}

/** Returns recovery codes if this is the person's first second factor. @throws conflict */
export async function addPasskey(
  ctx: Context,
  { visitor, ...row }: CheckedRegistration,
): Promise<{ recoveryCodes: string[] }> {
  const { personId, name } = row;
  const { passkey, person, recoveryCode } = ctx.db.prisma;
  if ((await passkey.count({ where: { personId } })) >= MAX_PASSKEYS) {
    throw conflict("You have too many passkeys", "Remove one that you no longer use.");
  }
  try {
    await passkey.create({ data: { ...row, createdAt: ctx.now } });
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict("This passkey is already registered");
    throw error;
  }
  await recordAudit(ctx, { action: "person.passkey_added", subjectId: personId, data: { name } });
  await recordSecurityChange(ctx, { change: "passkey_added", visitor, personId, name });
  const { totpKey } = await person.findUniqueOrThrow({ where: { id: personId } });
  const isFirst = totpKey === null && (await recoveryCode.count({ where: { personId } })) === 0;
  return { recoveryCodes: isFirst ? await createRecoveryCodes(ctx, personId) : [] };
}

/** @throws not-found */
export async function removePasskey(
  ctx: Context,
  { id, personId, visitor }: { id: string; personId: string; visitor: Visitor },
): Promise<void> {
  const { passkey } = ctx.db.prisma;
  const removedPasskey = await passkey.findUnique({ where: { id, personId } });
  const removed = await passkey.deleteMany({ where: { id, personId } });
  if (!removedPasskey || removed.count !== 1) throw notFound("passkey");
  await deleteUselessRecoveryCodes(ctx, personId);
  const { name } = removedPasskey;
  await recordAudit(ctx, { action: "person.passkey_removed", subjectId: personId, data: { name } });
  await recordSecurityChange(ctx, { change: "passkey_removed", visitor, personId, name });
}
