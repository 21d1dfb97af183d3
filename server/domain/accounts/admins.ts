// People who are to learn of what needs an account's attention.
import type { AccountContext, Context } from "#core/context";

const roles = ["owner", "admin"];

interface Admins {
  /** Of the live account, as in the dashboard's URLs. */
  slug: string;
  personIds: string[];
}

/** Owners and admins of the account, which may be a test account. */
export async function listAdmins({ db, account }: AccountContext): Promise<Admins> {
  const { prisma } = db;
  const own = await prisma.account.findUniqueOrThrow({ where: { id: account.id } });
  const live = await prisma.account.findUniqueOrThrow({
    where: { id: own.liveAccountId ?? own.id },
  });
  const members = await prisma.membership.findMany({
    where: { accountId: live.id, role: { in: roles } },
    orderBy: { personId: "asc" },
  });
  return { slug: live.slug, personIds: members.map(({ personId }) => personId) };
}

/** The email address of a person; null if the person no longer exists. */
export async function findPersonEmail({ db }: Context, id: string): Promise<string | null> {
  const person = await db.prisma.person.findUnique({ where: { id }, select: { email: true } });
  return person?.email ?? null;
}
