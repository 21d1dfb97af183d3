// Which payments the provider is to be asked about.
import type { Backlog } from "#core/backlog";
import type { Context } from "#core/context";
import { countPayments } from "./backlog-store";

/** Payments of all accounts, live and test. */
export function getPaymentBacklog(ctx: Context): Promise<Backlog> {
  return countPayments(ctx.db, ctx.now);
}
