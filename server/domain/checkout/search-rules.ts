// How people page through what they look for. Pure.
import { invalid } from "#core/errors";
import { type Cursor, cursorOf, type PageQuery } from "#core/page";

/**
 * The cursor of a search: with `last`, one before which everything is.
 * @throws invalid where more than one place is given
 */
export function searchCursorOf(query: PageQuery & { last: boolean }): Cursor | null {
  const cursor = cursorOf(query);
  if (!query.last) return cursor;
  if (cursor) throw invalid("last", "must not be given together with a cursor");
  return { id: "", direction: "newer", parameter: "ending_before" };
}
