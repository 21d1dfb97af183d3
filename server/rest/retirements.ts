import { CSV_PAGE_ROWS, csvPage } from "#core/csv";
import { pageResource } from "#core/page";
import {
  ListRetirements,
  listRetirements,
  RetirementResource,
  retirementColumns,
  toRetirementResource,
} from "#domain/retirements";
import { type Endpoint, endpoint, listOf } from "./endpoint";

export const retirementEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/retirements",
    operationId: "listRetirements",
    tag: "Retirements",
    summary: "List retirements, newest first",
    description:
      "Returns every part of a lot that was set aside for an order, with the facts that " +
      "disclosure rules ask for, and what the registry has recorded. Send `Accept: text/csv` " +
      "for the whole list as CSV.",
    query: ListRetirements,
    problems: ["invalid-subaccount"],
    resource: listOf(RetirementResource),
    run: (ctx, { query }) => listRetirements(ctx, query),
    csv: async (ctx, { query }, after) => {
      const { limit: _limit, starting_after, ending_before, ...filters } = query;
      const first = { starting_after, ending_before };
      const place = after === null ? first : { starting_after: after };
      const page = await listRetirements(ctx, { ...filters, ...place, limit: CSV_PAGE_ROWS });
      const data = page.data.map(toRetirementResource);
      return csvPage({ data, hasMore: page.hasMore }, retirementColumns);
    },
    present: (page) => pageResource(page, toRetirementResource),
  }),
];
