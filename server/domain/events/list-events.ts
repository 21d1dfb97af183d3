// Pages through the account's events, newest first.
import type { AccountContext } from "#core/context";
import { invalid } from "#core/errors";
import { cursorOf, type Page, pageOf, walkOf } from "#core/page";
import type { Event } from "#prisma";
import { findNextAttempts } from "./find-next-attempts";
import type { ListEvents } from "./schema";

/**
 * A page of the events that the filters let through. The cursor may be any event of the account's.
 * @throws invalid naming the cursor that is not there
 */
export async function listEvents(ctx: AccountContext, input: ListEvents): Promise<Page<Event>> {
  const accountId = ctx.account.id;
  const cursor = cursorOf(input);
  if (cursor) {
    const row = await ctx.db.prisma.event.findFirst({ where: { accountId, id: cursor.id } });
    if (!row) throw invalid(cursor.parameter, "is not the id of an event", "unknown-id");
  }
  const { type, order_id: orderId, delivery_state: deliveryState } = input;
  const filter = {
    ...(type && { type }),
    ...(orderId && { orderId }),
    ...(deliveryState && { deliveryState }),
  };
  const { beyond, ...walk } = walkOf(input.limit, cursor);
  const where = { accountId, ...filter, ...beyond };
  const rows = await ctx.db.prisma.event.findMany({ where, ...walk });
  const page = pageOf(rows, input.limit, cursor);
  return { ...page, data: await findNextAttempts(ctx, page.data) };
}
