// Keyset pagination: newest first, a cursor is the ID of a row.
import { z } from "zod";
import { invalid } from "./errors";
import { text, trimmedText } from "./text";

/** Rows that the sums of a filtered list read at most; beyond, the list has no sums. */
export const MAX_SUMMED = 10_000;

export const PageQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(20)
    .meta({ description: "Maximum number of items.", examples: [20] }),
  starting_after: text(255, 1).optional().meta({
    description: "Id of the last item of a page. Returns the next page, of older items.",
  }),
  ending_before: text(255, 1)
    .optional()
    .meta({
      description:
        "Id of the first item of a page. Returns the previous page, of newer items. Not with " +
        "starting_after.",
    }),
});
export type PageQuery = z.infer<typeof PageQuery>;

export const timestamp = z.iso.datetime({ offset: true }).transform((value) => new Date(value));

/**
 * A time in the API's parameters, with what its documentation says. The description must be set
 * before the transform, or OpenAPI loses it.
 */
export const describedTimestamp = (meta: { description: string; examples: string[] }) =>
  z.iso
    .datetime({
      offset: true,
      error: "must be a timestamp such as 2026-01-31T12:00:00Z, with Z or an offset",
    })
    .meta(meta)
    .transform((value) => new Date(value));

/** Filters that every search of the dashboard has: text, and the period of creation, ends included. */
export const searchFilters = {
  search: trimmedText(200).nullish(),
  from: timestamp.optional(),
  to: timestamp.optional(),
};

/** A page of a search; `last` asks for the last page in place of a cursor. */
export const SearchPageQuery = PageQuery.extend({ last: z.boolean().default(false) });

export interface Page<Row> {
  data: Row[];
  hasMore: boolean;
}

/** `older` rows follow the cursor, `newer` ones precede it. */
export interface Cursor {
  id: string;
  direction: "older" | "newer";
  parameter: "starting_after" | "ending_before";
}

/** Returns null for the first page. @throws invalid if both cursors are given */
export function cursorOf(query: PageQuery): Cursor | null {
  if (query.starting_after !== undefined && query.ending_before !== undefined) {
    throw invalid("ending_before", "must not be given together with starting_after", "exclusive");
  }
  if (query.starting_after !== undefined) {
    return { id: query.starting_after, direction: "older", parameter: "starting_after" };
  }
  if (query.ending_before !== undefined) {
    return { id: query.ending_before, direction: "newer", parameter: "ending_before" };
  }
  return null;
}

/** Prisma arguments: the rows beyond the cursor, walking away from it, and one more. */
export function walkOf(limit: number, cursor: Cursor | null) {
  const older = cursor?.direction !== "newer";
  return {
    beyond: cursor ? { id: older ? { lt: cursor.id } : { gt: cursor.id } } : {},
    orderBy: { id: older ? ("desc" as const) : ("asc" as const) },
    take: limit + 1,
  };
}

/** Takes rows fetched with `limit + 1` in the order in which the cursor walks. */
export function pageOf<Row>(rows: Row[], limit: number, cursor: Cursor | null): Page<Row> {
  const data = rows.slice(0, limit);
  if (cursor?.direction === "newer") data.reverse();
  return { data, hasMore: rows.length > limit };
}

/** A page of rows in their public form. */
export function pageResource<Row, Resource>(page: Page<Row>, present: (row: Row) => Resource) {
  return { data: page.data.map(present), has_more: page.hasMore };
}

/**
 * The cursor of a search; with `last`, one that follows all rows.
 * @throws invalid if both are given
 */
export function searchCursorOf(query: PageQuery & { last: boolean }): Cursor | null {
  const cursor = cursorOf(query);
  if (!query.last) return cursor;
  if (cursor) throw invalid("last", "cannot be combined with a cursor");
  return { id: "", direction: "newer", parameter: "ending_before" };
}
