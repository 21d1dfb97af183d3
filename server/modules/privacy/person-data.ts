import type { Context } from "#core/context";
import { notFound } from "#core/errors";
import { normalEmail } from "#core/text";
import { recordAudit } from "#domain/accounts";
import type { Person } from "#prisma";

/** By ID or email address. */
export interface PersonKey {
  person: string;
}

/** @throws not-found */
export async function requirePerson({ db }: Context, { person }: PersonKey): Promise<Person> {
  const row = await db.prisma.person.findFirst({
    where: { OR: [{ id: person }, { email: normalEmail(person) }] },
  });
  if (!row) throw notFound("person");
  return row;
}

/**
 * Everything that is stored about someone with a login, without what opens their account. The export
 * is recorded.
 */
export async function exportPerson(ctx: Context, input: PersonKey) {
  const { prisma } = ctx.db;
  const { id, email, name, isOperator, createdAt, totpKey } = await requirePerson(ctx, input);
  const personId = id;
  const where = { personId };
  const [memberships, sessions, passkeys, identities, notices, events, links, moves, audit] =
    await Promise.all([
      prisma.membership.findMany({ where }),
      prisma.loginSession.findMany({ where, omit: { id: true } }),
      prisma.passkey.findMany({ where, omit: { publicKey: true } }),
      prisma.identity.findMany({ where }),
      prisma.noticeChoice.findMany({ where }),
      prisma.securityEvent.findMany({ where, omit: { bucket: true, emailHash: true } }),
      prisma.mailedLink.findMany({ where: { email }, omit: { tokenHash: true } }),
      prisma.emailChange.findMany({ where, omit: { oldTokenHash: true, newTokenHash: true } }),
      prisma.auditEntry.findMany({
        where: { OR: [{ actorType: "person", actorId: id }, { subjectId: id }] },
        orderBy: { id: "asc" },
      }),
    ]);
  await recordAudit(ctx, { action: "person.exported", subjectId: id });
  return {
    person: { id, email, name, is_operator: isOperator, created_on: createdAt },
    has_authenticator: totpKey !== null,
    exported_on: ctx.now,
    memberships,
    login_sessions: sessions,
    passkeys,
    identities,
    notice_choices: notices,
    security_events: events,
    mailed_links: links,
    email_changes: moves,
    audit_entries: audit,
  };
}
