// Makes an organisation's account together with its test twin.
import type { Account, Context } from "#core/context";
import { isUniqueViolation } from "#core/db-errors";
import { invalid } from "#core/errors";
import { newId } from "#core/id";
import { recordAudit } from "./record-audit";
import { requireFreeSlug, takenSlug } from "./require-free-slug";
import { slugFrom } from "./rules";
import { toAccount } from "./to-account";

interface CreateAccount {
  name: string;
  /** Lower-case letters, digits and single hyphens; made from the name where it is left out. */
  slug?: string | undefined;
}

/** Makes a live account and its test twin. @throws invalid `slug` or `name` */
export async function createAccount(
  ctx: Context,
  input: CreateAccount,
): Promise<{ live: Account; test: Account }> {
  const name = input.name.trim();
  if (name === "" || name.length > 512) throw invalid("name", "must have 1 to 512 characters");
  const slug = input.slug ?? slugFrom(name);
  await requireFreeSlug(ctx, { slug, liveId: null });
  const common = { name, createdAt: ctx.now };
  try {
    const live = await ctx.db.prisma.account.create({
      data: { ...common, id: newId("account"), mode: "live", slug },
    });
    const test = await ctx.db.prisma.account.create({
      data: {
        ...common,
        id: newId("account"),
        mode: "test",
        slug: `${slug}-test`,
        liveAccountId: live.id,
      },
    });
    await recordAudit(ctx, { action: "account.created", subjectId: live.id, accountId: live.id });
    return { live: toAccount(live), test: toAccount(test) };
  } catch (error) {
    if (isUniqueViolation(error)) throw takenSlug(slug);
    throw error;
  }
}
