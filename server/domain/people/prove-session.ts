// A person who is logged in proves that it is still them, before what matters most.
import type { Context } from "#core/context";
import { invalid } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { proofLimits } from "./attempt-rules";
import { type CheckedPasskey, checkPasskey, recordPasskeyUse } from "./check-passkey";
import { isSecondFactor } from "./log-in";
import { recordSecurityEvent, type Visitor } from "./record-security-event";
import { requireAttempt } from "./require-attempt";
import type { PasskeyLogin } from "./schema";
import { takeBackAttempts } from "./store";

interface Asking {
  personId: string;
  sessionId: string;
  visitor: Visitor;
}

/** Outside a transaction, like all that counts guesses. @throws rate-limited; invalid `passkey` */
export async function checkPasskeyProof(
  ctx: Context,
  { response, personId, sessionId, visitor }: Asking & { response: PasskeyLogin },
): Promise<CheckedPasskey> {
  const limits = proofLimits(sessionId);
  await requireAttempt(ctx, { limits, attempted: "passkey", visitor, personId });
  const expected = { purpose: "proof", personId } as const;
  const checked = await checkPasskey(ctx, { response, expected, personId, visitor });
  if (!checked) throw invalid("passkey", "is not one of yours, or came too late");
  await takeBackAttempts(ctx.db, limits);
  return checked;
}

/** Counts a guess at a code. Outside a transaction. @throws rate-limited */
export async function countCodeProof(
  ctx: Context,
  { personId, sessionId, visitor }: Asking,
): Promise<void> {
  const limits = proofLimits(sessionId);
  await requireAttempt(ctx, { limits, attempted: "code", visitor, personId });
}

type Proof = { password: true } | { code: string } | { passkey: CheckedPasskey };

/** Whether the proof holds. A wrong one is recorded by the caller's commit. */
async function isProof(ctx: Context, proof: Proof, { personId, visitor }: Asking) {
  if ("password" in proof) return true;
  if ("passkey" in proof) return recordPasskeyUse(ctx, proof.passkey);
  const person = await ctx.db.prisma.person.findUniqueOrThrow({ where: { id: personId } });
  if (await isSecondFactor(ctx, { person, code: proof.code })) return true;
  await recordSecurityEvent(ctx, { kind: "auth.code_failed", visitor, personId });
  return false;
}

/** Marks the session as proven now; false where the proof does not hold. */
export async function proveSession(
  ctx: Context,
  { proof, ...asking }: Asking & { proof: Proof },
): Promise<boolean> {
  if (!(await isProof(ctx, proof, asking))) return false;
  const { personId, sessionId } = asking;
  await ctx.db.prisma.loginSession.updateMany({
    where: { personId, id: sessionId, endedAt: null },
    data: { provenAt: ctx.now },
  });
  if ("code" in proof) await takeBackAttempts(ctx.db, proofLimits(sessionId));
  const [how = ""] = Object.keys(proof);
  await recordAudit(ctx, { action: "person.confirmed", subjectId: personId, data: { how } });
  return true;
}
