// Subaccounts are written here, not in accounts, because their default portfolio must be usable.
import type { AccountContext } from "#core/context";
import { insertSubaccount, replaceSubaccount } from "#domain/accounts";
import type { Subaccount } from "#prisma";
import { requireUsablePortfolio } from "./portfolios";

/** @throws invalid `default_portfolio_id` */
export async function createSubaccount(
  ctx: AccountContext,
  input: Parameters<typeof insertSubaccount>[1],
): Promise<Subaccount> {
  await requireUsablePortfolio(ctx, { id: input.default_portfolio_id });
  return insertSubaccount(ctx, input);
}

/** Replaces everything but the logo. @throws not-found; invalid `default_portfolio_id` */
export async function updateSubaccount(
  ctx: AccountContext,
  input: Parameters<typeof replaceSubaccount>[1],
): Promise<Subaccount> {
  await requireUsablePortfolio(ctx, { id: input.default_portfolio_id });
  return replaceSubaccount(ctx, input);
}
