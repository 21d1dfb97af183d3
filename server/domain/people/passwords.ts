import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import type { Context } from "#core/context";
import { invalid } from "#core/errors";
import { hashPassword, verifyPassword } from "#core/passwords";
import { recordAudit } from "#domain/accounts";
import { clearAttempts, requireAttempt } from "./attempts";
import { proofLimits } from "./rules";
import type { ChangePassword } from "./schema";
import { recordSecurityChange } from "./security-changes";
import { recordSecurityEvent, type Visitor } from "./security-events";

const MIN_LENGTH = 10;
/** Of 4: "safely unguessable, moderate protection from an offline slow-hash scenario". */
const MIN_SCORE = 3;

// Created on first use: it loads 40,000 words.
let zxcvbn: ZxcvbnFactory | undefined;

/**
 * Rejects short passwords, passwords from known breaches (zxcvbn's lists), and those made of the
 * person's own name or address.
 * @throws invalid `password`
 */
function requireStrongPassword(password: string, personalTerms: readonly string[]): void {
  if ([...password].length < MIN_LENGTH) {
    throw invalid("password", `must have at least ${MIN_LENGTH} characters`);
  }
  zxcvbn ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  // Checking long passwords is slow and adds nothing.
  const { score } = zxcvbn.check(password.slice(0, 128), [...personalTerms]);
  if (score >= MIN_SCORE) return;
  throw invalid(
    "password",
    "is too easy to guess, or was exposed in a data breach: use several unrelated words",
  );
}

/** @throws invalid `password` */
export function hashNewPassword(
  password: string,
  personalTerms: readonly string[],
): Promise<string> {
  requireStrongPassword(password, personalTerms);
  return hashPassword(password);
}

/** A change based on this proof must find the same hash still stored. */
export interface PasswordProof {
  personId: string;
  passwordHash: string;
}

interface CheckPassword {
  personId: string;
  password: string;
  /** The session or link that guesses are counted against. */
  countedAs: string;
  /** The field that an error names, and its message. */
  field: string;
  message: string;
  visitor: Visitor;
}

/** @throws rate-limited; invalid naming `field` */
export async function checkPassword(ctx: Context, input: CheckPassword): Promise<PasswordProof> {
  const { personId, password, visitor } = input;
  const limits = proofLimits(input.countedAs);
  await requireAttempt(ctx, { limits, attempted: "password", visitor, personId });
  const { passwordHash } = await ctx.db.prisma.person.findUniqueOrThrow({
    where: { id: personId },
  });
  if (!passwordHash || !(await verifyPassword(password, passwordHash))) {
    await recordSecurityEvent(ctx, { kind: "auth.password_failed", visitor, personId });
    throw invalid(input.field, input.message);
  }
  await clearAttempts(ctx.db, limits);
  return { personId, passwordHash };
}

interface SetPassword {
  personId: string;
  passwordHash: string;
  /** Missing if a mailed link authorizes the change. */
  proof?: PasswordProof;
  /** This session continues; all others end. */
  currentSessionId?: string;
  visitor: Visitor;
}

/** @throws invalid `current` if the password was changed since the proof */
export async function setPassword(ctx: Context, input: SetPassword): Promise<void> {
  const { personId, passwordHash, proof, currentSessionId = "", visitor } = input;
  const { person, loginSession, mailedLink } = ctx.db.prisma;
  const changed = await person.updateMany({
    where: { id: personId, ...(proof && { passwordHash: proof.passwordHash }) },
    data: { passwordHash },
  });
  if (changed.count !== 1) throw invalid("current", "is no longer your password");
  await loginSession.updateMany({
    where: { personId, endedAt: null, NOT: { id: currentSessionId } },
    data: { endedAt: ctx.now },
  });
  const { email } = await person.findUniqueOrThrow({ where: { id: personId } });
  await mailedLink.updateMany({
    where: { kind: "password_reset", email, endedAt: null },
    data: { endedAt: ctx.now },
  });
  await recordAudit(ctx, { action: "person.password_set", subjectId: personId });
  const change = proof ? "password_changed" : "password_reset";
  await recordSecurityChange(ctx, { change, visitor, personId });
}

interface PreparedChange {
  proof: PasswordProof;
  passwordHash: string;
  sessionId: string;
  visitor: Visitor;
}

/** Outside a transaction. @throws rate-limited; invalid `current` or `password` */
export async function preparePasswordChange(
  ctx: Context,
  input: ChangePassword & { personId: string; sessionId: string; visitor: Visitor },
): Promise<PreparedChange> {
  const { personId, sessionId, visitor } = input;
  const proof = await checkPassword(ctx, {
    personId,
    password: input.current,
    countedAs: sessionId,
    field: "current",
    message: "is not your password",
    visitor,
  });
  const { email, name } = await ctx.db.prisma.person.findUniqueOrThrow({ where: { id: personId } });
  const passwordHash = await hashNewPassword(input.password, [email, name]);
  return { proof, passwordHash, sessionId, visitor };
}

/** Ends all other sessions. @throws invalid `current` */
export async function changePassword(ctx: Context, prepared: PreparedChange): Promise<void> {
  const { proof, passwordHash, sessionId, visitor } = prepared;
  await setPassword(ctx, {
    personId: proof.personId,
    passwordHash,
    proof,
    currentSessionId: sessionId,
    visitor,
  });
}
