// Codes for when the authenticator or the passkey is lost.
import { randomInt } from "node:crypto";
import type { Context } from "#core/context";
import { sha256 } from "#core/crypto";

const RECOVERY_CODES = 10;
// Without letters that look like others; 10 of them are 49 bits.
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

function newRecoveryCode(): string {
  return Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** Replaces the person's codes. Only digests are stored, so they are shown this once. */
export async function createRecoveryCodes(ctx: Context, personId: string): Promise<string[]> {
  const { recoveryCode } = ctx.db.prisma;
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await recoveryCode.deleteMany({ where: { personId } });
  await recoveryCode.createMany({
    data: codes.map((code) => ({
      personId,
      codeHash: new Uint8Array(sha256(code)),
      createdAt: ctx.now,
    })),
  });
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** Uses a code up: false where it is none of the person's, or was used. */
export async function takeRecoveryCode(
  ctx: Context,
  { personId, code }: { personId: string; code: string },
): Promise<boolean> {
  const codeHash = new Uint8Array(sha256(code.toLowerCase().replace(/[^a-z0-9]/g, "")));
  const used = await ctx.db.prisma.recoveryCode.deleteMany({ where: { personId, codeHash } });
  return used.count === 1;
}

/** Without a second factor, recovery codes are worth nothing. */
export async function deleteUselessRecoveryCodes(ctx: Context, personId: string): Promise<void> {
  const { person, passkey, recoveryCode } = ctx.db.prisma;
  const { totpKey } = await person.findUniqueOrThrow({ where: { id: personId } });
  if (totpKey !== null || (await passkey.count({ where: { personId } })) > 0) return;
  await recoveryCode.deleteMany({ where: { personId } });
}
