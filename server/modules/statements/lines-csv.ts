import { type Cell, type Columns, type CsvPage, csvPage } from "#core/csv";
import { plainAmount } from "#core/money";
import type { Page } from "#core/page";
import { type StatementLineResource, toStatementLineResource } from "./line-resource";
import type { StatementLine } from "./lines";

type Line = StatementLineResource;

const major = (minor: number, { currency }: Line) =>
  plainAmount({ minor, currency: currency.toLowerCase() });

/** The amount if the line belongs to the column, so that each column can be summed. */
const amountIf =
  (belongs: (line: Line) => boolean) =>
  (line: Line): Cell =>
    belongs(line) ? major(line.amount, line) : null;

const taxOf =
  (kind: Line["kind"]) =>
  (line: Line): Cell =>
    line.kind === kind && line.tax !== null ? major(line.tax, line) : null;

/** Columns of the order and its credits. */
const sold: Columns<Line> = {
  order_id: (line) => line.order_id,
  ordered_on: (line) => line.ordered_on,
  channel: (line) => line.channel,
  subaccount_id: (line) => line.subaccount_id,
  subaccount_name: (line) => line.subaccount_name,
  portfolio_id: (line) => line.portfolio_id,
  portfolio_name: (line) => line.portfolio_name,
  project_id: (line) => line.project_id,
  project_name: (line) => line.project_name,
  registry: (line) => line.registry,
  registry_project_id: (line) => line.registry_project_id,
  vintage_year: (line) => line.vintage_year,
  amount_kg: (line) => line.amount_kg,
  currency: (line) => line.currency,
  price_per_tonne: (line) =>
    line.price_per_tonne === null ? null : major(line.price_per_tonne, line),
};

// Prices of API orders and of checkout orders are never in one column with each other or with what
// customers paid.
const amounts: Columns<Line> = {
  api_sold: amountIf(({ kind, channel }) => kind === "sale" && channel === "api"),
  checkout_sold: amountIf(({ kind, channel }) => kind === "sale" && channel === "checkout"),
  customers_paid: amountIf(({ kind }) => kind === "payment"),
  customers_paid_tax: taxOf("payment"),
  refunded: amountIf(({ kind }) => kind === "refund"),
  refunded_tax: taxOf("refund"),
  tax_name: (line) => line.tax_name,
  tax_rate_percent: ({ tax_rate_basis_points: rate }) => (rate === null ? null : rate / 100),
  tax_rule_id: (line) => line.tax_rule_id,
  customer_country_code: (line) => line.customer_country_code,
  fee: amountIf(({ kind }) => kind === "fee"),
  invoiced: amountIf(({ kind }) => kind === "invoice"),
  invoiced_tax: taxOf("invoice"),
  credited: amountIf(({ kind }) => kind === "credit_note"),
  credited_tax: taxOf("credit_note"),
  amount_minor_units: (line) => line.amount,
  tax_minor_units: (line) => line.tax,
};

const evidence: Columns<Line> = {
  serial_number_range: (line) => line.serial_number_range,
  registry_status: (line) => line.registry_status,
  registry_retired_kg: (line) => line.registry_retired_kg,
  replaced_kg: (line) => line.replaced_kg,
  replacement_kg: (line) => line.replacement_kg,
  registry_retired_on: (line) => line.registry_retired_on,
  registry_reference: (line) => line.registry_reference,
  url: (line) => line.url,
  checkout_session_id: (line) => line.checkout_session_id,
  payment_id: (line) => line.payment_id,
  payment_reference: (line) => line.payment_reference,
  document_number: (line) => line.document_number,
  metadata: (line) => line.metadata,
  description: (line) => line.description,
  certificate_public_url: (line) => line.certificate_public_url,
};

const columns: Columns<Line> = {
  kind: (line) => line.kind,
  occurred_on: (line) => line.occurred_on,
  ...sold,
  ...amounts,
  ...evidence,
};

/** A page of the month's lines as CSV. */
export function linesCsv({ data, hasMore }: Page<StatementLine>): CsvPage {
  return csvPage({ data: data.map(toStatementLineResource), hasMore }, columns);
}

const documentColumns: Columns<Line> = {
  document_number: (line) => line.document_number,
  fulfilled_on: (line) => line.occurred_on,
  ...sold,
  net: amountIf(() => true),
  net_minor_units: (line) => line.amount,
  ...Object.fromEntries(
    Object.entries(evidence).filter(
      ([name]) => !["document_number", "replacement_kg"].includes(name),
    ),
  ),
};

/** A page of an invoice's or credit note's orders as CSV; `net` sums to its net amount. */
export function documentLinesCsv(page: {
  number: string;
  data: readonly Extract<StatementLine, { kind: "sale" }>[];
  /** Null on the last page. */
  nextOrderId: string | null;
}): CsvPage {
  const data = page.data.map((line) => ({
    ...toStatementLineResource(line),
    document_number: page.number,
  }));
  return {
    ...csvPage({ data, hasMore: false }, documentColumns),
    next: page.nextOrderId,
    subject: page.number,
  };
}
