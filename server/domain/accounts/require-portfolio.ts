// Refuses a default portfolio that the account may not sell from.
import type { AccountContext } from "#core/context";
import { invalid } from "#core/errors";
import { findUsablePortfolio } from "./store";

/** @throws invalid `default_portfolio_id` where the portfolio is unknown or another account's */
export async function requirePortfolio(ctx: AccountContext, id: string | null): Promise<void> {
  if (id === null) return;
  if (await findUsablePortfolio(ctx, id)) return;
  throw invalid("default_portfolio_id", "is not a portfolio you may use", "unknown-id");
}
