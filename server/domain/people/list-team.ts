// Who works in an account, and who is asked to.
import type { AccountContext } from "#core/context";
import { Role } from "#domain/accounts";

export interface Team {
  members: { personId: string; name: string; email: string; role: Role; since: Date }[];
  invitations: { id: string; email: string; role: Role; sentAt: Date; expiresAt: Date }[];
}

/** Of the live account, whose people work in its test twin too. */
export async function listTeam({ db, account, now }: AccountContext): Promise<Team> {
  const [memberships, links] = await Promise.all([
    db.prisma.membership.findMany({ where: { accountId: account.id } }),
    db.prisma.mailedLink.findMany({
      where: { accountId: account.id, endedAt: null, expiresAt: { gt: now } },
      orderBy: { createdAt: "desc" },
    }),
  ]);
  const people = await db.prisma.person.findMany({
    where: { id: { in: memberships.map(({ personId }) => personId) } },
    select: { id: true, name: true, email: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  const byPerson = new Map(memberships.map((it) => [it.personId, it]));
  return {
    members: people.flatMap(({ id, name, email }) => {
      const membership = byPerson.get(id);
      if (!membership) return [];
      const { role, createdAt } = membership;
      return { personId: id, name, email, role: Role.parse(role), since: createdAt };
    }),
    invitations: links.map(({ id, email, role, createdAt, expiresAt }) => ({
      id,
      email,
      role: Role.parse(role),
      sentAt: createdAt,
      expiresAt,
    })),
  };
}
