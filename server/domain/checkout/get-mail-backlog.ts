// Which mails to customers are due, are tried again, or were given up.
import type { Backlog } from "#core/backlog";
import type { Context } from "#core/context";
import { countMails } from "./backlog-store";

/** Mails of all accounts, live and test. */
export function getMailBacklog(ctx: Context): Promise<Backlog> {
  return countMails(ctx.db, ctx.now);
}
