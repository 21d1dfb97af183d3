// Logins that an identity provider, such as Google, vouches for.
import type { Context } from "#core/context";
import { conflict, notFound } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
import { normalEmail } from "#core/text";
import { type AccountTables, recordAudit } from "#domain/accounts";
import type { Identity } from "#prisma";
import { openSession } from "./login";
import { recordSecurityChange } from "./security-changes";
import type { Visitor } from "./security-events";

const query = queriesOn<AccountTables>();

/** Until the transaction ends, for what depends on several of the person's rows. */
export const lockPerson = query("people-lock-person", (db, person: Params<{ id: string }>) =>
  db.selectFrom("people").select("id").where("id", "=", person.id).forUpdate(),
);

interface Vouched {
  provider: string;
  /** The person's permanent id at the provider. */
  subject: string;
  /** Null unless the provider has verified that the person owns the address. */
  verifiedEmail: string | null;
  visitor: Visitor;
}

/** A provider's further subjects are listed up to here, so that they can't fill the table. */
const MAX_LISTED = 10;

/**
 * Links the first subject of a provider by the verified address. Another one is stored and waits
 * until the person allows it: someone who gets the address later must not get the login with it.
 */
async function link(ctx: Context, vouched: Vouched): Promise<Identity | "unknown" | "waits"> {
  const { provider, subject, verifiedEmail, visitor } = vouched;
  if (verifiedEmail === null) return "unknown";
  const { identity, person } = ctx.db.prisma;
  const known = await person.findUnique({ where: { email: normalEmail(verifiedEmail) } });
  if (!known) return "unknown";
  const personId = known.id;
  await lockPerson(ctx.db, { id: personId });
  const others = await identity.count({ where: { personId, provider } });
  if (others >= MAX_LISTED) return "waits";
  const row = await identity.create({
    data: { provider, subject, personId, createdAt: ctx.now, allowed: others === 0 },
  });
  const action = row.allowed ? "person.identity_added" : "person.identity_waits";
  await recordAudit(ctx, { action, subjectId: personId, data: { provider } });
  const change = row.allowed ? "identity_added" : "identity_waits";
  await recordSecurityChange(ctx, { change, personId, visitor, name: provider });
  return row;
}

type IdentityLogin =
  | { outcome: "in"; sessionId: string; personId: string; email: string }
  /** No one here has the address, or the person has not allowed this login. */
  | { outcome: "unknown" | "identity-not-allowed" };

/**
 * Opens a session for the person that the provider knows by this subject or, on the first login, by
 * verified email address. Joining takes an invitation.
 */
export async function logInByIdentity(ctx: Context, vouched: Vouched): Promise<IdentityLogin> {
  const { provider, subject, visitor } = vouched;
  const where = { provider_subject: { provider, subject } };
  const row = (await ctx.db.prisma.identity.findUnique({ where })) ?? (await link(ctx, vouched));
  if (row === "unknown") return { outcome: row };
  if (row === "waits" || !row.allowed) return { outcome: "identity-not-allowed" };
  const { personId } = row;
  const { email } = await ctx.db.prisma.person.findUniqueOrThrow({ where: { id: personId } });
  const { userAgent } = visitor;
  const sessionId = await openSession(ctx, { personId, method: provider, userAgent });
  return { outcome: "in", sessionId, personId, email };
}

/** Oldest first. */
export function listIdentities(ctx: Context, personId: string): Promise<Identity[]> {
  const orderBy = [{ createdAt: "asc" }, { subject: "asc" }] as const;
  return ctx.db.prisma.identity.findMany({ where: { personId }, orderBy: [...orderBy] });
}

interface Choice {
  personId: string;
  provider: string;
  subject: string;
  allowed: boolean;
  visitor: Visitor;
}

/** The last way to log in stays: the person could not come back. @throws conflict */
async function requireOtherLogin(ctx: Context, { personId, provider, subject }: Choice) {
  const { identity, passkey, person } = ctx.db.prisma;
  const others = { personId, allowed: true, NOT: { provider, subject } };
  if ((await person.count({ where: { id: personId, passwordHash: { not: null } } })) > 0) return;
  if ((await passkey.count({ where: { personId } })) > 0) return;
  if ((await identity.count({ where: others })) > 0) return;
  throw conflict("This is your only way to log in: set a password or add a passkey first");
}

/**
 * Allows an identity to log in, or no longer. Its row stays, so that the same verified address does
 * not link it again. Sessions that it opened end with it.
 * @throws not-found; conflict for the last way to log in
 */
export async function allowIdentity(ctx: Context, choice: Choice): Promise<void> {
  const { personId, provider, subject, allowed, visitor } = choice;
  await lockPerson(ctx.db, { id: personId });
  if (!allowed) await requireOtherLogin(ctx, choice);
  const { identity, loginSession } = ctx.db.prisma;
  const where = { personId, provider, subject, allowed: !allowed };
  const { count } = await identity.updateMany({ where, data: { allowed } });
  if (count === 0) throw notFound("login");
  if (!allowed) {
    const open = { personId, method: provider, endedAt: null };
    await loginSession.updateMany({ where: open, data: { endedAt: ctx.now } });
  }
  const change = allowed ? "identity_added" : "identity_removed";
  await recordAudit(ctx, { action: `person.${change}`, subjectId: personId, data: { provider } });
  await recordSecurityChange(ctx, { change, personId, visitor, name: provider });
}
