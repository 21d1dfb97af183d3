// The lots of the stock, a page at a time.
import type { Context } from "#core/context";
import { cursorOf, type Page, type PageQuery, pageOf } from "#core/page";
import { findListedLots, type ListedLot, type LotFilter, pageLots } from "./stock-store";

interface ListLots extends LotFilter, PageQuery {
  /** An id, or a serial number range as it is written: then nothing else is looked for. */
  search: string | null;
}

/** Lots by project, then in the order in which they are used; no page costs more than another. */
export async function listLots(ctx: Context, input: ListLots): Promise<Page<ListedLot>> {
  const { limit, search } = input;
  if (search !== null) {
    return { data: await findListedLots(ctx.db, input.mode, search), hasMore: false };
  }
  const cursor = cursorOf(input);
  const rows = await pageLots(ctx.db, input, { cursor, limit: limit + 1 });
  return pageOf(rows, limit, cursor);
}
