// The accounts in which a person has a role.
import type { Account, Context } from "#core/context";
import type { Role } from "./schema";
import { toAccount } from "./to-account";

export interface Membership {
  /** The live account; its test twin is open to the same people. */
  account: Account;
  role: Role;
}

/** By the accounts' names. */
export async function listMemberships(ctx: Context, personId: string): Promise<Membership[]> {
  const { prisma } = ctx.db;
  const memberships = await prisma.membership.findMany({ where: { personId } });
  const accounts = await prisma.account.findMany({
    where: { id: { in: memberships.map(({ accountId }) => accountId) } },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  const roles = new Map(memberships.map(({ accountId, role }) => [accountId, role as Role]));
  return accounts.map((row) => ({
    account: toAccount(row),
    role: roles.get(row.id) ?? "viewer",
  }));
}
