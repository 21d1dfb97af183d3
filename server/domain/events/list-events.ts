// Pages through the account's events, newest first.
import type { AccountContext } from "#core/context";
import { invalid } from "#core/errors";
import { cursorOf, type Page, type PageQuery, pageOf, walkOf } from "#core/page";
import type { Event } from "#prisma";

/** A page of events. @throws invalid naming the cursor that is not there */
export async function listEvents(ctx: AccountContext, input: PageQuery): Promise<Page<Event>> {
  const accountId = ctx.account.id;
  const cursor = cursorOf(input);
  if (cursor) {
    const row = await ctx.db.prisma.event.findFirst({ where: { accountId, id: cursor.id } });
    if (!row) throw invalid(cursor.parameter, "is not the id of an event");
  }
  const { beyond, ...walk } = walkOf(input.limit, cursor);
  const rows = await ctx.db.prisma.event.findMany({ where: { accountId, ...beyond }, ...walk });
  return pageOf(rows, input.limit, cursor);
}
