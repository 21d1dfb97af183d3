import { invalid } from "./errors";
import { type IdKind, isIdOf } from "./id";
import { type Cursor, cursorOf, type PageQuery } from "./page";

/**
 * A cursor of a list whose objects can be deleted: after that, the list goes on where it was.
 * @throws invalid if both cursors are given, or one is no ID of this kind
 */
export function lastingCursorOf(query: PageQuery, kind: IdKind, noun: string): Cursor | null {
  const cursor = cursorOf(query);
  if (!cursor || isIdOf(kind, cursor.id)) return cursor;
  throw invalid(cursor.parameter, `is not the id of ${noun}`, "unknown-id");
}
