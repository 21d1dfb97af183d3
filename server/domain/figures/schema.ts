import { z } from "zod";
import { PageQuery } from "#core/page";
import { trimmedText } from "#core/text";

/** A month of the dashboard's screens; without one, the current month. */
export const MonthQuery = z.strictObject({ month: z.string().max(7).optional() });

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
