// The report of one subaccount for a period, with the definitions of the statement.
import type { AccountContext } from "#core/context";
import { type Columns, type CsvPage, csvPage } from "#core/csv";
import { plainAmount } from "#core/money";
import { getSubaccount } from "#domain/accounts";
import type { Month } from "#domain/figures";
import {
  type StatementLineResource,
  toStatementLineResource,
} from "#modules/statements/line-resource";
import { listStatementLines } from "#modules/statements/lines";
import { isCredits } from "#modules/statements/sale-view";
import { readStatement, type Statement } from "#modules/statements/statement";
import type { ReportQuery } from "./schema";

export interface SubaccountReport extends Statement {
  /** First and last day (UTC). */
  from: string;
  to: string;
  hasPrices: boolean;
  subaccount: { id: string; name: string };
}

const DAY_MS = 24 * 3_600_000;

/** Days (UTC), both included. */
function periodOf({ from, to }: Pick<ReportQuery, "from" | "to">): Month {
  return {
    key: `${from} to ${to}`,
    from: new Date(from),
    to: new Date(Date.parse(to) + DAY_MS),
  };
}

/** @throws not-found */
export async function getReport(
  ctx: AccountContext,
  { id, from, to, prices }: ReportQuery,
): Promise<SubaccountReport> {
  const subaccount = await getSubaccount(ctx, { id });
  const statement = await readStatement(ctx, { month: periodOf({ from, to }), subaccount });
  return {
    ...statement,
    ...{ from, to, hasPrices: prices === "shown" },
    subaccount: { id: subaccount.id, name: subaccount.name },
  };
}

type Line = StatementLineResource;

// Nothing about customers or payments: the file is for people outside the account.
const columns: Columns<Line> = {
  kind: (line) => line.kind,
  fulfilled_on: (line) => line.occurred_on,
  order_id: (line) => line.order_id,
  ordered_on: (line) => line.ordered_on,
  subaccount_name: (line) => line.subaccount_name,
  portfolio_name: (line) => line.portfolio_name,
  project_name: (line) => line.project_name,
  registry: (line) => line.registry,
  registry_project_id: (line) => line.registry_project_id,
  vintage_year: (line) => line.vintage_year,
  sold_kg: (line) => line.amount_kg,
  retired_kg: (line) => line.registry_retired_kg,
  // Sums to the kg sold less those retired: credits that replaced others stand for these.
  pending_kg: (line) =>
    (line.amount_kg ?? line.replacement_kg ?? 0) -
    (line.replaced_kg ?? 0) -
    (line.registry_retired_kg ?? 0),
  replacement_kg: (line) => line.replacement_kg,
  serial_number_range: (line) => line.serial_number_range,
  registry_status: (line) => line.registry_status,
  replaced_kg: (line) => line.replaced_kg,
  registry_retired_on: (line) => line.registry_retired_on,
  registry_reference: (line) => line.registry_reference,
  evidence_url: (line) => line.url,
  certificate_url: (line) => line.certificate_public_url,
};

const priceIf = (channel: Line["channel"]) => (line: Line) =>
  line.kind === "sale" && line.channel === channel
    ? plainAmount({ minor: line.amount, currency: line.currency.toLowerCase() })
    : null;

const priceColumns: Columns<Line> = {
  currency: (line) => line.currency,
  api_sold: priceIf("api"),
  checkout_sold: priceIf("checkout"),
  price_minor_units: (line) => line.amount,
};

/** A page of the report's sales as CSV, oldest first. @throws not-found; invalid naming the cursor */
export async function getReportCsv(
  ctx: AccountContext,
  { id, from, to, prices, after, limit }: ReportQuery & { after: string | null; limit: number },
): Promise<CsvPage> {
  await getSubaccount(ctx, { id });
  const page = await listStatementLines(ctx, {
    ...{ month: periodOf({ from, to }), subaccount_id: id, limit },
    ...(after !== null && { starting_after: after }),
  });
  // Customers' money follows the credits.
  const lines = page.data.filter(isCredits);
  const hasMore = page.hasMore && lines.length === page.data.length;
  const all = prices === "shown" ? { ...columns, ...priceColumns } : columns;
  return csvPage({ data: lines.map(toStatementLineResource), hasMore }, all);
}
