import type { Context } from "#core/context";
import type { Sql } from "#core/db";
import { invalid } from "#core/errors";
import { firstIdAt } from "#core/id";
import { type Params, queriesOn } from "#core/query";
import { type AccountTables, recordAudit } from "#domain/accounts";
import type { LoginSession } from "#prisma";
import { clearAttempts, requireAttempt } from "./attempts";
import { type CheckedPasskey, checkPasskey, recordPasskeyUse } from "./passkeys";
import { proofLimits } from "./rules";
import type { PasskeyLogin } from "./schema";
import { isSecondFactor } from "./second-factor";
import { recordSecurityEvent, type Visitor } from "./security-events";
import type { PeopleTables } from "./tables";

const query = queriesOn<PeopleTables & AccountTables>();

const findSession = query("people-find-session", (db, session: Params<{ id: string; now: Date }>) =>
  db
    .selectFrom("loginSessions as s")
    .innerJoin("people as p", "p.id", "s.personId")
    .select(["s.id as sessionId", "s.seenAt", "p.id", "p.email", "p.name", "p.isOperator"])
    .select("p.secondFactorExempt")
    .select((eb) => [
      eb.fn.coalesce("s.provenAt", "s.createdAt").as("provenAt"),
      eb("p.totpKey", "is not", null).$castTo<boolean>().as("hasTotp"),
      eb("p.passwordHash", "is not", null).$castTo<boolean>().as("hasPassword"),
      eb
        .exists(eb.selectFrom("passkeys as k").whereRef("k.personId", "=", "p.id"))
        .$castTo<boolean>()
        .as("hasPasskey"),
    ])
    .where("s.id", "=", session.id)
    .where("s.endedAt", "is", null)
    .where("s.expiresAt", ">", session.now),
);

export interface LoggedIn {
  sessionId: string;
  seenAt: Date;
  /** Time of the login or the last confirmation. */
  provenAt: Date;
  person: {
    id: string;
    email: string;
    name: string;
    isOperator: boolean;
    hasPassword: boolean;
    hasTotp: boolean;
    hasPasskey: boolean;
    /** An operator who must set one up first. */
    needsSecondFactor: boolean;
  };
}

/** Null if the session has ended or expired. */
async function findLoggedIn(db: Sql, id: string, now: Date): Promise<LoggedIn | null> {
  const [row] = await findSession(db, { id, now });
  if (!row) return null;
  const { sessionId, seenAt, provenAt, secondFactorExempt, ...person } = row;
  const needsNone = !person.isOperator || secondFactorExempt;
  const needsSecondFactor = !needsNone && !person.hasTotp && !person.hasPasskey;
  return { sessionId, seenAt, provenAt, person: { ...person, needsSecondFactor } };
}

const touch = query("people-touch-session", (db, session: Params<{ id: string; now: Date }>) =>
  db
    .updateTable("loginSessions")
    .set({ seenAt: session.now })
    .where("id", "=", session.id)
    .where("seenAt", "<", session.now),
);

async function touchSession(db: Sql, id: string, now: Date): Promise<void> {
  await touch(db, { id, now });
}

/** Last use is recorded with this precision, so that most requests don't write. */
const LAST_SEEN_PRECISION_MS = 5 * 60_000;

/** Null if the session has ended, expired, or never existed. */
export async function findLoginSession(ctx: Context, id: string): Promise<LoggedIn | null> {
  const session = await findLoggedIn(ctx.db, id, ctx.now);
  if (session && ctx.now.getTime() - session.seenAt.getTime() > LAST_SEEN_PRECISION_MS) {
    await touchSession(ctx.db, id, ctx.now);
  }
  return session;
}

/** Most recently used first. */
export function listLoginSessions(ctx: Context, personId: string): Promise<LoginSession[]> {
  return ctx.db.prisma.loginSession.findMany({
    where: { personId, endedAt: null, expiresAt: { gt: ctx.now } },
    orderBy: [{ seenAt: "desc" }, { id: "desc" }],
  });
}

/** False if the person has no such open session. */
export async function endSession(
  ctx: Context,
  { personId, id }: { personId: string; id: string },
): Promise<boolean> {
  const ended = await ctx.db.prisma.loginSession.updateMany({
    where: { personId, id, endedAt: null },
    data: { endedAt: ctx.now },
  });
  if (ended.count === 0) return false;
  // Without the session's id, which is a credential.
  await recordAudit(ctx, { action: "person.session_ended", subjectId: personId });
  return true;
}

/** Ends all sessions of the person but one. Returns how many. */
export async function endOtherSessions(
  ctx: Context,
  { personId, sessionId }: { personId: string; sessionId: string },
): Promise<number> {
  const { count } = await ctx.db.prisma.loginSession.updateMany({
    where: { personId, endedAt: null, expiresAt: { gt: ctx.now }, NOT: { id: sessionId } },
    data: { endedAt: ctx.now },
  });
  if (count > 0) {
    await recordAudit(ctx, {
      action: "person.sessions_ended",
      subjectId: personId,
      data: { sessions: count },
    });
  }
  return count;
}

interface SessionProof {
  personId: string;
  sessionId: string;
  visitor: Visitor;
}

/** Outside a transaction, because it counts guesses. @throws rate-limited; invalid `passkey` */
export async function checkPasskeyProof(
  ctx: Context,
  { response, personId, sessionId, visitor }: SessionProof & { response: PasskeyLogin },
): Promise<CheckedPasskey> {
  const limits = proofLimits(sessionId);
  await requireAttempt(ctx, { limits, attempted: "passkey", visitor, personId });
  const expected = { purpose: "proof", personId } as const;
  const checked = await checkPasskey(ctx, { response, expected, personId, visitor });
  if (!checked) throw invalid("passkey", "is not one of yours, or came too late: try again");
  await clearAttempts(ctx.db, limits);
  return checked;
}

/** Outside a transaction. @throws rate-limited */
export async function countCodeProof(
  ctx: Context,
  { personId, sessionId, visitor }: SessionProof,
): Promise<void> {
  const limits = proofLimits(sessionId);
  await requireAttempt(ctx, { limits, attempted: "code", visitor, personId });
}

type Proof = { password: true } | { code: string } | { passkey: CheckedPasskey };

/** A wrong proof is recorded by the caller's commit. */
async function isProof(ctx: Context, proof: Proof, { personId, visitor }: SessionProof) {
  if ("password" in proof) return true;
  if ("passkey" in proof) return recordPasskeyUse(ctx, proof.passkey);
  const person = await ctx.db.prisma.person.findUniqueOrThrow({ where: { id: personId } });
  if (await isSecondFactor(ctx, { person, code: proof.code })) return true;
  await recordSecurityEvent(ctx, { kind: "auth.code_failed", visitor, personId });
  return false;
}

/** Marks the session as confirmed now. False if the proof is wrong. */
export async function proveSession(
  ctx: Context,
  { proof, ...context }: SessionProof & { proof: Proof },
): Promise<boolean> {
  if (!(await isProof(ctx, proof, context))) return false;
  const { personId, sessionId } = context;
  await ctx.db.prisma.loginSession.updateMany({
    where: { personId, id: sessionId, endedAt: null },
    data: { provenAt: ctx.now },
  });
  if ("code" in proof) await clearAttempts(ctx.db, proofLimits(sessionId));
  const [how = ""] = Object.keys(proof);
  await recordAudit(ctx, { action: "person.confirmed", subjectId: personId, data: { how } });
  return true;
}

/** Deletes sessions that ended or expired before the time. Returns how many. */
export async function deleteOldSessions(
  { db }: Pick<Context, "db">,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { loginSession } = db.prisma;
  const old = await loginSession.findMany({
    where: {
      id: { lt: firstIdAt("loginSession", before) },
      OR: [{ expiresAt: { lt: before } }, { endedAt: { lt: before } }],
    },
    select: { id: true },
    orderBy: { id: "asc" },
    take: limit,
  });
  const ids = old.map(({ id }) => id);
  return (await loginSession.deleteMany({ where: { id: { in: ids } } })).count;
}
