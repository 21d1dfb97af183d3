// What an account, or one of its subaccounts, has offset in a period.
import type { AccountContext } from "#core/context";
import { listRetired } from "#domain/inventory";
import { getScope } from "./get-scope";
import { listImpactCategories } from "./list-impact-categories";
import { type ImpactCategory, sumKg } from "./rules";
import type { ImpactPeriod } from "./schema";

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
  const { name, logoUrl } = await getScope(ctx, { subaccountId });
  const before = to && new Date(to.getTime() + 1);
  const retired = await listRetired(ctx, { subaccountId, from, before });
  const { mode, createdAt } = ctx.account;
  const categories = await listImpactCategories(ctx, { mode, retired });
  return { name, logoUrl, since: from ?? createdAt, to, kg: sumKg(categories), categories };
}
