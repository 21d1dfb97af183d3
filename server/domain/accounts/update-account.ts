// Changes what an organisation is called: its live account and its test twin at once.
import type { Account, AccountContext } from "#core/context";
import { isUniqueViolation } from "#core/db-errors";
import { notFound } from "#core/errors";
import { recordAudit } from "./record-audit";
import { requireFreeSlug, takenSlug } from "./require-free-slug";
import type { UpdateAccount } from "./schema";
import { toAccount } from "./to-account";

/**
 * Renames the context's account and its twin, and returns it anew. The addresses with the former
 * slug, its impact page's above all, lead nowhere from then on.
 * @throws not-found; invalid `slug` where it is another account's
 */
export async function updateAccount(ctx: AccountContext, input: UpdateAccount): Promise<Account> {
  const { name, slug } = input;
  const { id } = ctx.account;
  const { account } = ctx.db.prisma;
  const before = await account.findUnique({ where: { id } });
  if (!before) throw notFound("account");
  const liveId = before.liveAccountId ?? id;
  await requireFreeSlug(ctx, { slug, liveId });
  const updates: Parameters<typeof account.update>[0][] = [
    { where: { id: liveId }, data: { name, slug } },
    { where: { liveAccountId: liveId }, data: { name, slug: `${slug}-test` } },
  ];
  const twin = await account.findUnique({ where: { liveAccountId: liveId } });
  // The one takes what the other had: then the other goes first.
  if (twin?.slug === slug) updates.reverse();
  try {
    for (const update of updates) await account.update(update);
  } catch (error) {
    if (isUniqueViolation(error)) throw takenSlug(slug);
    throw error;
  }
  await recordAudit(ctx, {
    action: "account.updated",
    subjectId: id,
    data: { name, slug, former_name: before.name, former_slug: before.slug },
  });
  const after = await account.findUnique({ where: { id } });
  if (!after) throw notFound("account");
  return toAccount(after);
}
