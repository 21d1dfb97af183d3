import { z } from "zod";
import { PageQuery } from "#core/page";
import { text, trimmedText } from "#core/text";
import { journalFormats } from "./journal-formats";

/** Part of the account's statement. */
export const StatementQuery = z.strictObject({
  subaccount_id: text(512, 1)
    .optional()
    .meta({ description: "Only orders of this subaccount, and what its customers paid." }),
});

export const ListStatementLines = PageQuery.pick({ limit: true, starting_after: true }).extend(
  StatementQuery.shape,
);

/** A month of the dashboard's screens; without one, the current month. */
export const MonthQuery = z.strictObject({ month: z.string().max(7).optional() });

/** A month of the account's screens. */
export const StatementMonthQuery = MonthQuery.extend(StatementQuery.shape);

const subaccountSorts = [
  "created",
  "name",
  "portfolio",
  "sold",
  "spend",
  "checkout",
  "orders",
  "last",
] as const;

/** The dashboard's table of subaccounts. */
export const ListSubaccountFigures = PageQuery.extend({
  search: trimmedText(200).nullish(),
  state: z.enum(["active", "archived", "all"]).default("active"),
  sort: z
    .templateLiteral([z.enum(subaccountSorts), z.enum([".asc", ".desc"])])
    .default("created.desc"),
});
export type ListSubaccountFigures = z.infer<typeof ListSubaccountFigures>;
export type SubaccountSort = ListSubaccountFigures["sort"];

export const JournalQuery = MonthQuery.extend({ format: z.enum(journalFormats) });
