import type { AccountContext, Context, Mode } from "#core/context";
import { byName } from "#core/name-order";
import { limitOf, Role } from "#domain/accounts";

interface TeamLimit {
  id: string;
  name: string;
  mode: Mode;
}

interface Invited {
  email: string;
  role: Role;
  /** The only subaccount that the person has access to; null: the whole account. */
  limit: TeamLimit | null;
}

export interface Team {
  members: (Invited & { personId: string; name: string; since: Date })[];
  /** Also expired ones, which can be sent again. */
  invitations: (Invited & { id: string; sentAt: Date; expiresAt: Date })[];
}

/** By id. A deleted subaccount, which only an invitation can name, has no name. */
async function findLimits({ db }: Context, rows: readonly Parameters<typeof limitOf>[0][]) {
  const limits = rows.flatMap((row) => limitOf(row) ?? []);
  const subaccounts = await db.prisma.subaccount.findMany({
    where: { OR: limits.map(({ accountId, subaccountId: id }) => ({ accountId, id })) },
    select: { id: true, name: true, mode: true },
  });
  const byId = new Map(subaccounts.map((it) => [it.id, { ...it, mode: it.mode as Mode }]));
  return (row: Parameters<typeof limitOf>[0]): TeamLimit | null => {
    const id = limitOf(row)?.subaccountId;
    if (id === undefined) return null;
    return byId.get(id) ?? { id, name: "a deleted subaccount", mode: "live" };
  };
}

/** For the live account, whose members also have access to its test account. */
export async function listTeam(ctx: AccountContext): Promise<Team> {
  const { db, account } = ctx;
  const [memberships, links] = await Promise.all([
    db.prisma.membership.findMany({ where: { accountId: account.id } }),
    db.prisma.mailedLink.findMany({
      where: { accountId: account.id, endedAt: null },
      orderBy: { createdAt: "desc" },
    }),
  ]);
  const people = await db.prisma.person.findMany({
    where: { id: { in: memberships.map(({ personId }) => personId) } },
    select: { id: true, name: true, email: true },
    orderBy: { id: "asc" },
  });
  const limitFor = await findLimits(ctx, [...memberships, ...links]);
  const byPerson = new Map(memberships.map((it) => [it.personId, it]));
  return {
    members: people.sort(byName).flatMap(({ id, name, email }) => {
      const membership = byPerson.get(id);
      if (!membership) return [];
      const { role, createdAt } = membership;
      const limit = limitFor(membership);
      return { personId: id, name, email, role: Role.parse(role), limit, since: createdAt };
    }),
    invitations: links.map((link) => ({
      id: link.id,
      email: link.email,
      role: Role.parse(link.role),
      limit: limitFor(link),
      sentAt: link.createdAt,
      expiresAt: link.expiresAt,
    })),
  };
}
