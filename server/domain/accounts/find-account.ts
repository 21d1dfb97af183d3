// Finds an account by what people call it.
import type { Account, Context } from "#core/context";
import { toAccount } from "./to-account";

/** The account with this id or slug, or null. */
export async function findAccount(ctx: Context, idOrSlug: string): Promise<Account | null> {
  const row = await ctx.db.prisma.account.findFirst({
    where: { OR: [{ id: idOrSlug }, { slug: idOrSlug }] },
  });
  return row && toAccount(row);
}
