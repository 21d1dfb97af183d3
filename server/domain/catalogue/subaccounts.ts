// Subaccounts are written here, not in accounts, because their default portfolio must be usable.
import type { AccountContext } from "#core/context";
import {
  insertSubaccount,
  type NewSubaccount,
  replaceSubaccount,
  type UpdateSubaccounts,
  updateSubaccountsOfIds,
} from "#domain/accounts";
import type { Subaccount } from "#prisma";
import { requireUsablePortfolio } from "./portfolios";

/** @throws invalid `default_portfolio_id`; conflict if another subaccount has the reference or slug */
export async function createSubaccount(
  ctx: AccountContext,
  input: NewSubaccount,
): Promise<Subaccount> {
  await requireUsablePortfolio(ctx, { id: input.default_portfolio_id });
  return insertSubaccount(ctx, input);
}

/**
 * Replaces everything but the logo.
 * @throws not-found; invalid `default_portfolio_id`; conflict if another subaccount has the reference or slug
 */
export async function updateSubaccount(
  ctx: AccountContext,
  input: Parameters<typeof replaceSubaccount>[1],
): Promise<Subaccount> {
  await requireUsablePortfolio(ctx, { id: input.default_portfolio_id });
  return replaceSubaccount(ctx, input);
}

/**
 * Changes all of the subaccounts or none, and returns those that it changed.
 * @throws invalid `ids` or `default_portfolio_id`
 */
export async function updateSubaccounts(
  ctx: AccountContext,
  input: UpdateSubaccounts,
): Promise<Subaccount[]> {
  await requireUsablePortfolio(ctx, { id: input.default_portfolio_id });
  return updateSubaccountsOfIds(ctx, input);
}
