import { z } from "zod";
import { PageQuery } from "#core/page";
import { journalFormats } from "./journal-formats";

export const ListStatementLines = PageQuery.pick({ limit: true, starting_after: true });

/** A month of the dashboard's screens; without one, the current month. */
export const MonthQuery = z.strictObject({ month: z.string().max(7).optional() });

export const JournalQuery = MonthQuery.extend({ format: z.enum(journalFormats) });
