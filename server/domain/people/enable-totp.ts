// Adds a second factor: the key in the person's authenticator, proven by a code of it.
import { randomInt } from "node:crypto";
import type { Context } from "#core/context";
import { sha256 } from "#core/crypto";
import { conflict, invalid } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { recordSecurityEvent, type Visitor } from "./record-security-event";
import type { EnableTotp } from "./schema";
import { totpKeyFrom, totpStep } from "./totp-rules";

const RECOVERY_CODES = 10;
// Without letters that look like others; 10 of them are 49 bits.
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

function newRecoveryCode(): string {
  return Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/**
 * The recovery codes, which are shown this once: each lets the person in once without the
 * authenticator. @throws invalid `code`; conflict where there is a second factor
 */
export async function enableTotp(
  ctx: Context,
  input: EnableTotp & { personId: string; visitor: Visitor },
): Promise<string[]> {
  const { personId, visitor } = input;
  const key = totpKeyFrom(input.key);
  const step = key && totpStep(key, input.code, ctx.now);
  if (!key || step === null) throw invalid("code", "is not what the authenticator shows now");
  const { prisma } = ctx.db;
  const enabled = await prisma.person.updateMany({
    where: { id: personId, totpKey: null },
    data: { totpKey: key, totpLastStep: step },
  });
  if (enabled.count === 0) throw conflict("There is a second factor already");
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await prisma.recoveryCode.deleteMany({ where: { personId } });
  await prisma.recoveryCode.createMany({
    data: codes.map((code) => ({
      personId,
      codeHash: new Uint8Array(sha256(code)),
      createdAt: ctx.now,
    })),
  });
  await recordAudit(ctx, { action: "person.second_factor_added", subjectId: personId });
  await recordSecurityEvent(ctx, {
    kind: "auth.second_factor_changed",
    visitor,
    personId,
    data: { to: "on" },
  });
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}
