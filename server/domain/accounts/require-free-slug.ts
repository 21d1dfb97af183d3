// Refuses a name in addresses that cannot be one, or that is somebody else's.
import type { Context } from "#core/context";
import { invalid, type Problem } from "#core/errors";
import { slugRule } from "./schema";
import { mayBeSlug } from "./slug-rules";

/** Names in addresses that are the dashboard's own. */
const RESERVED = ["operator", "operator-test"];

export function takenSlug(slug: string): Problem {
  return invalid("slug", `"${slug}" is taken by another account`);
}

/** The slug is of the live account, and with "-test" behind it of its twin. @throws invalid `slug` */
export async function requireFreeSlug(
  ctx: Context,
  { slug, liveId }: { slug: string; liveId: string | null },
): Promise<void> {
  if (!mayBeSlug(slug)) throw invalid("slug", slugRule);
  if (RESERVED.includes(slug)) throw invalid("slug", `"${slug}" is taken by the operator`);
  const slugs = [slug, `${slug}-test`];
  const found = await ctx.db.prisma.account.findMany({ where: { slug: { in: slugs } } });
  const taken = found.find(({ id, liveAccountId }) => (liveAccountId ?? id) !== liveId);
  if (taken) throw takenSlug(taken.slug);
}
