// What was retired in all for each of some accounts.
import type { Context } from "#core/context";
import { sumOfAccounts } from "./project-stock-store";

/** In kg of CO2e; nothing for an account for which nothing was. */
export function listRetiredOfAccounts(
  ctx: Context,
  { accountIds }: { accountIds: string[] },
): Promise<{ accountId: string; kg: number }[]> {
  return sumOfAccounts(ctx.db, accountIds);
}
