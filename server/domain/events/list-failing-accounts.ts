// Whose callbacks fail.
import type { Context } from "#core/context";
import { type FailingAccount, findFailingAccounts } from "./backlog-store";

const LOOKED_BACK_MS = 7 * 24 * 3_600_000;

/** At most 50, those with the most first; what was given up counts for seven days. */
export function listFailingAccounts(ctx: Context): Promise<FailingAccount[]> {
  return findFailingAccounts(ctx.db, new Date(ctx.now.getTime() - LOOKED_BACK_MS));
}
