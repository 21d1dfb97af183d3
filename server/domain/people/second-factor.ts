import { randomInt } from "node:crypto";
import type { Context } from "#core/context";
import { sha256 } from "#core/crypto";
import { decryptBytes, encryptBytes, type Place } from "#core/data-key";
import type { Sql } from "#core/db";
import { conflict, invalid, notFound } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
import { normalEmail } from "#core/text";
import { type AccountTables, recordAudit } from "#domain/accounts";
import type { Person } from "#prisma";
import type { PasswordProof } from "./passwords";
import { totpKeyFrom, totpStep } from "./rules";
import type { EnableTotp } from "./schema";
import { recordSecurityChange } from "./security-changes";
import type { Visitor } from "./security-events";

const totpPlace = (personId: string): Place => ({ column: "people.totp_key", row: personId });

/** Returns the time step of the authenticator's code; null if it is wrong or there is no key. */
async function findTotpStep(
  ctx: Context,
  { person, code }: { person: Pick<Person, "id" | "totpKey">; code: string },
): Promise<number | null> {
  if (person.totpKey === null) return null;
  return totpStep(await decryptBytes(ctx, totpPlace(person.id), person.totpKey), code, ctx.now);
}

/**
 * Returns recovery codes, which are shown only once.
 * @throws invalid `code`; conflict if a second factor is already enabled
 */
export async function enableTotp(
  ctx: Context,
  input: EnableTotp & { personId: string; visitor: Visitor },
): Promise<string[]> {
  const { personId, visitor } = input;
  const key = totpKeyFrom(input.key);
  const step = key && totpStep(key, input.code, ctx.now);
  if (!key || step === null)
    throw invalid("code", "is not the code that your authenticator shows now");
  const { prisma } = ctx.db;
  const enabled = await prisma.person.updateMany({
    where: { id: personId, totpKey: null },
    data: { totpKey: await encryptBytes(ctx, totpPlace(personId), key), totpLastStep: step },
  });
  if (enabled.count === 0) throw conflict("A second factor is already enabled");
  const codes = await createRecoveryCodes(ctx, personId);
  await recordAudit(ctx, { action: "person.second_factor_added", subjectId: personId });
  await recordSecurityChange(ctx, { change: "authenticator_added", visitor, personId });
  return codes;
}

/** Needs the password, in case someone else uses an unlocked screen. @throws invalid `password` */
export async function disableTotp(
  ctx: Context,
  { proof, visitor }: { proof: PasswordProof; visitor: Visitor },
): Promise<void> {
  const { prisma } = ctx.db;
  const { personId, passwordHash } = proof;
  const { count } = await prisma.person.updateMany({
    where: { id: personId, passwordHash },
    data: { totpKey: null, totpLastStep: null },
  });
  if (count !== 1) throw invalid("password", "is no longer your password");
  await deleteUselessRecoveryCodes(ctx, personId);
  await recordAudit(ctx, { action: "person.second_factor_removed", subjectId: personId });
  await recordSecurityChange(ctx, { change: "authenticator_removed", visitor, personId });
}

/**
 * By an operator, for someone who lost it: removes the authenticator, passkeys and recovery codes,
 * and ends all sessions. The password is still needed. An operator sets a new one up at once.
 * `person` is an ID or email address. @throws not-found; conflict if there is none
 */
export async function resetSecondFactor(
  ctx: Context,
  input: { person: string },
): Promise<{ id: string; email: string }> {
  const { person, passkey, recoveryCode, loginSession } = ctx.db.prisma;
  const key = [{ id: input.person }, { email: normalEmail(input.person) }];
  const row = await person.findFirst({ where: { OR: key } });
  if (!row) throw notFound("person");
  const { id: personId, email } = row;
  const where = { personId };
  const { count } = await passkey.deleteMany({ where });
  if (count === 0 && row.totpKey === null) throw conflict("This person has no second factor");
  const data = { totpKey: null, totpLastStep: null };
  await person.update({ where: { id: personId }, data });
  await recoveryCode.deleteMany({ where });
  await loginSession.updateMany({ where: { personId, endedAt: null }, data: { endedAt: ctx.now } });
  await recordAudit(ctx, { action: "person.second_factor_reset", subjectId: personId });
  await recordSecurityChange(ctx, { change: "second_factor_reset", visitor: null, personId });
  return { id: personId, email };
}

const RECOVERY_CODES = 10;
// Without letters that are easily confused; 10 of them are 49 bits.
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

function newRecoveryCode(): string {
  return Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** Replaces the person's codes. Only digests are stored, so they can be shown only once. */
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

/** Uses the code up. False if it is unknown or used. */
async function consumeRecoveryCode(
  ctx: Context,
  { personId, code }: { personId: string; code: string },
): Promise<boolean> {
  const codeHash = new Uint8Array(sha256(code.toLowerCase().replace(/[^a-z0-9]/g, "")));
  const used = await ctx.db.prisma.recoveryCode.deleteMany({ where: { personId, codeHash } });
  return used.count === 1;
}

/** Recovery codes are useless without a second factor. */
export async function deleteUselessRecoveryCodes(ctx: Context, personId: string): Promise<void> {
  const { person, passkey, recoveryCode } = ctx.db.prisma;
  const { totpKey } = await person.findUniqueOrThrow({ where: { id: personId } });
  if (totpKey !== null || (await passkey.count({ where: { personId } })) > 0) return;
  await recoveryCode.deleteMany({ where: { personId } });
}

const query = queriesOn<AccountTables>();

const consumeStep = query(
  "people-use-totp-step",
  (db, used: Params<{ id: string; step: number }>) =>
    db
      .updateTable("people")
      .set({ totpLastStep: used.step })
      .where("id", "=", used.id)
      .where("totpKey", "is not", null)
      .where((eb) => eb.or([eb("totpLastStep", "is", null), eb("totpLastStep", "<", used.step)]))
      .returning("id"),
);

/** Uses up an authenticator's code. False if it or a later one was used before. */
async function consumeTotpStep(db: Sql, personId: string, step: number): Promise<boolean> {
  return (await consumeStep(db, { id: personId, step })).length === 1;
}

/** Checks a code of the authenticator or a recovery code, and uses it up. */
export async function isSecondFactor(
  ctx: Context,
  { person, code }: { person: Person; code: string },
): Promise<boolean> {
  const step = await findTotpStep(ctx, { person, code });
  if (step !== null) return consumeTotpStep(ctx.db, person.id, step);
  return consumeRecoveryCode(ctx, { personId: person.id, code });
}
