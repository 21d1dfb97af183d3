import { z } from "zod";
import { text } from "#core/text";

const FIRST_YEAR = 2000;
const LAST_YEAR = 2200;

/** A year's summary, of the account or of one subaccount. */
export const SummaryQuery = z.strictObject({
  /** Default: the current year. */
  year: z.coerce
    .number("must be a year")
    .int("must be a year")
    .min(FIRST_YEAR)
    .max(LAST_YEAR)
    .optional(),
  subaccount_id: text(255, 1).optional(),
});
export type SummaryQuery = z.infer<typeof SummaryQuery>;
