// CSV exports of the dashboard's lists.
import { z } from "zod";
import { CSV_PAGE_ROWS } from "#core/csv";
import type { PageQuery } from "#core/page";
import { text } from "#core/text";

/** Every export takes its list's filters and the last id of the previous page. */
export const ExportInput = z.strictObject({ after: text(64, 1).nullish() });

/** Converts `after` to the list's page query. */
export function placeAfter(after: string | null | undefined): PageQuery {
  return { limit: CSV_PAGE_ROWS, ...(after && { starting_after: after }) };
}
