import type { AccountContext, Context } from "#core/context";
import { type Capability, rolesWith } from "./schema";

interface Recipients {
  /** Of the live account, as in the dashboard's URLs. */
  slug: string;
  personIds: string[];
}

/**
 * People who may act on what a mail about the whole account reports. The account may be a test
 * account.
 */
export async function listRecipients(
  { db, account }: AccountContext,
  { capability }: { capability: Capability },
): Promise<Recipients> {
  const { prisma } = db;
  const own = await prisma.account.findUniqueOrThrow({ where: { id: account.id } });
  const live = await prisma.account.findUniqueOrThrow({
    where: { id: own.liveAccountId ?? own.id },
  });
  const members = await prisma.membership.findMany({
    where: { accountId: live.id, role: { in: rolesWith(capability) }, subaccountId: null },
    orderBy: { personId: "asc" },
  });
  return { slug: live.slug, personIds: members.map(({ personId }) => personId) };
}

/** The email address of a person; null if the person no longer exists. */
export async function findPersonEmail({ db }: Context, id: string): Promise<string | null> {
  const person = await db.prisma.person.findUnique({ where: { id }, select: { email: true } });
  return person?.email ?? null;
}
