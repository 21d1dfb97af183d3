import { z } from "zod";
import { CSV_PAGE_ROWS } from "#core/csv";
import { pageResource } from "#core/page";
import { requireMonth } from "#domain/figures";
import { type Endpoint, endpoint, listOf } from "#rest/endpoint";
import { StatementLineResource, toStatementLineResource } from "./line-resource";
import { listStatementLines } from "./lines";
import { linesCsv } from "./lines-csv";
import { renderStatementPdf } from "./render-statement-pdf";
import { StatementResource, toStatementResource } from "./resource";
import { ListStatementLines, StatementQuery } from "./schema";
import { getStatement } from "./statement";

const tag = "Statements";
const params = z.object({
  month: z.string().meta({ description: "Calendar month in UTC.", examples: ["2026-10"] }),
});

export const statementEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/statements/{month}",
    operationId: "getStatement",
    tag,
    summary: "Get a month's statement",
    description:
      "Returns what was ordered, sold and billed in a calendar month (UTC), and what customers paid. Sold " +
      "orders count on the day of fulfillment. Send `Accept: text/csv` for all lines with serial " +
      "numbers and evidence, or `Accept: application/pdf` for a document.",
    params,
    query: StatementQuery,
    problems: ["not-found"],
    resource: StatementResource,
    run: (ctx, { params: { month }, query }) => getStatement(ctx, { ...query, month }),
    csv: async (ctx, { params: { month }, query }, after) =>
      linesCsv(
        await listStatementLines(ctx, {
          ...query,
          month: requireMonth(ctx, month),
          limit: CSV_PAGE_ROWS,
          ...(after !== null && { starting_after: after }),
        }),
      ),
    pdf: (ctx, statement) => renderStatementPdf(ctx, statement),
    present: toStatementResource,
  }),

  endpoint({
    method: "GET",
    path: "/statements/{month}/lines",
    operationId: "listStatementLines",
    tag,
    summary: "List the lines of a month's statement, oldest first",
    description:
      "Returns first what was sold, one line for each lot of an order, then the payments and refunds " +
      "of customers, and then invoices and credit notes. The lines of an order sum to its price.",
    params,
    query: ListStatementLines,
    problems: ["not-found"],
    resource: listOf(StatementLineResource),
    run: (ctx, { params: { month }, query }) =>
      listStatementLines(ctx, { ...query, month: requireMonth(ctx, month) }),
    present: (page) => pageResource(page, toStatementLineResource),
  }),
];
