// The orders that wait for credits, across the accounts of a mode.
import type { Context, Mode } from "#core/context";
import { cursorOf, type Page, type PageQuery, pageOf } from "#core/page";
import { pageWaiting, type WaitingOrder } from "./waiting-store";

interface ListWaiting extends PageQuery {
  mode: Mode;
  portfolioId: string | null;
}

/** Those that have waited longest come first. */
export async function listWaiting(ctx: Context, input: ListWaiting): Promise<Page<WaitingOrder>> {
  const cursor = cursorOf(input);
  const rows = await pageWaiting(ctx.db, input, { cursor, limit: input.limit + 1 });
  return pageOf(rows, input.limit, cursor);
}
