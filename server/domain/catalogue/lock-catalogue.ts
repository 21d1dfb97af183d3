// Keeps imports and matching of one mode from running at the same time.
import type { Context, Mode } from "#core/context";
import { lockRow } from "./store";

/** Holds the mode's catalogue until the transaction ends; returns its default portfolio. */
export async function lockCatalogue(
  ctx: Context,
  mode: Mode,
): Promise<{ defaultPortfolioId: string | null }> {
  return { defaultPortfolioId: await lockRow(ctx, mode) };
}
