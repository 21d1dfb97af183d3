import { z } from "zod";
import { PageQuery } from "#core/page";
import { text } from "#core/text";
import { MonthQuery } from "#schemas/figures";

/** Part of the account's statement. */
export const StatementQuery = z.strictObject({
  subaccount_id: text(512, 1)
    .optional()
    .meta({ description: "Only orders of this subaccount, and what its customers paid." }),
});

export const ListStatementLines = PageQuery.pick({ limit: true, starting_after: true }).extend(
  StatementQuery.shape,
);

/** A month of the account's screens. */
export const StatementMonthQuery = MonthQuery.extend(StatementQuery.shape);
