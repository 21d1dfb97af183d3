import type { AccountContext } from "#core/context";
import type { Subaccount } from "#prisma";

/** Fields of a subaccount that people and integrators set. */
type Values = Pick<
  Subaccount,
  "name" | "email" | "reference" | "slug" | "defaultPortfolioId" | "archivedAt"
>;

export interface SubaccountUpdate {
  before: Subaccount;
  data: Partial<Values>;
}

/** False if the update writes what the subaccount is already. */
export function isChange({ before, data }: SubaccountUpdate): boolean {
  return (Object.keys(data) as (keyof Values)[]).some((field) => data[field] !== before[field]);
}

/** Updates with the same values, which one statement writes. */
export function groupsOf(
  updates: readonly SubaccountUpdate[],
): { ids: string[]; data: Partial<Values> }[] {
  const groups = Map.groupBy(updates, ({ data }) => JSON.stringify(data));
  return [...groups.values()].flatMap((group) => {
    const data = group[0]?.data;
    return data ? [{ ids: group.map(({ before }) => before.id), data }] : [];
  });
}

/** True if the update takes away the name, which is unique in the account. */
export const isFreed = ({ before, data }: SubaccountUpdate, field: "reference" | "slug") =>
  data[field] !== undefined && before[field] !== null && data[field] !== before[field];

/** For the audit log; nothing if the slug stays. */
export const slugsOf = ({ before, data: { slug } }: SubaccountUpdate) =>
  slug === undefined || slug === before.slug ? {} : { slug, former_slug: before.slug };

/** The pages of slugs that are given up stay reachable by them. */
export async function keepFormerSlugs(
  ctx: AccountContext,
  updates: readonly SubaccountUpdate[],
): Promise<void> {
  const accountId = ctx.account.id;
  const former = updates
    .filter((update) => isFreed(update, "slug"))
    .map(({ before }) => ({ slug: before.slug ?? "", subaccountId: before.id }));
  const { formerSubaccountSlug } = ctx.db.prisma;
  await formerSubaccountSlug.deleteMany({
    where: { accountId, slug: { in: former.map(({ slug }) => slug) } },
  });
  await formerSubaccountSlug.createMany({
    data: former.map((it) => ({ ...it, accountId, endedAt: ctx.now })),
  });
}
