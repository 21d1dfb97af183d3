// What an account, or one of its subaccounts, has offset in a period.
import type { AccountContext } from "#core/context";
import { listRetired } from "#domain/inventory";
import { getScope } from "./get-scope";
import { arrange, type ImpactCategory } from "./rules";
import type { ImpactPeriod } from "./schema";
import { findPlaces } from "./store";

export interface Impact {
  name: string;
  logoUrl: string | null;
  since: Date;
  to: Date | null;
  kg: number;
  categories: ImpactCategory[];
}

/** Of fulfilled orders, by the time of their making; both ends count. @throws invalid-subaccount */
export async function getImpact(
  ctx: AccountContext,
  input: ImpactPeriod & { subaccountId: string | null },
): Promise<Impact> {
  const { subaccountId, from = null, to = null } = input;
  const scope = await getScope(ctx, { subaccountId });
  const before = to && new Date(to.getTime() + 1);
  const retired = await listRetired(ctx, { subaccountId, from, before });
  const projectIds = [...new Set(retired.map(({ projectId }) => projectId))];
  const { mode } = ctx.account;
  const placed = projectIds.length === 0 ? [] : await findPlaces(ctx.db, { mode, projectIds });
  const categories = arrange(retired, placed);
  return {
    name: scope.name,
    logoUrl: scope.logoUrl,
    since: from ?? ctx.account.createdAt,
    to,
    kg: categories.reduce((kg, category) => kg + category.kg, 0),
    categories,
  };
}
