// Adds a second factor: the key in the person's authenticator, proven by a code of it.
import type { Context } from "#core/context";
import { conflict, invalid } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { createRecoveryCodes } from "./create-recovery-codes";
import { recordSecurityEvent, type Visitor } from "./record-security-event";
import type { EnableTotp } from "./schema";
import { totpKeyFrom, totpStep } from "./totp-rules";

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
  const codes = await createRecoveryCodes(ctx, personId);
  await recordAudit(ctx, { action: "person.second_factor_added", subjectId: personId });
  await recordSecurityEvent(ctx, {
    kind: "auth.second_factor_changed",
    visitor,
    personId,
    data: { to: "on" },
  });
  return codes;
}
