"use client";
import Link from "next/link";
import { formatDay } from "#core/dates";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { DocumentState } from "./billing";
import { money } from "./format";
import { ListTotals } from "./list-totals";
import { Empty, Fact, Facts, PageHead, Panel } from "./page";
// An issued document with its orders.
import { DownloadLink, ScreenLink } from "./screen-link";
import { type Column, DataTable, type TableProps } from "./table";

type Document = RouterOutput["billing"]["document"];
type Order = RouterOutput["billing"]["documentOrders"]["data"][number];

interface Props {
  document: Document;
  /** Paths of the PDF, of the orders as CSV, and of another document's screen. */
  pdf: string;
  csv: string;
  pathOf(documentId: string): string;
  /** URL of an order's screen. */
  orderHrefOf(orderId: string): string;
  orders: TableProps<Order>["query"];
}

const usd = (cents: number) => money(cents, "USD");

function Details({ document, pathOf }: Pick<Props, "document" | "pathOf">) {
  const isInvoice = document.kind === "invoice";
  return (
    <Panel title="Details">
      <Facts>
        {isInvoice && (
          <Fact label="State">
            <DocumentState {...document} />
          </Fact>
        )}
        <Fact label="Issued">{formatDay(document.issued_on)}</Fact>
        {document.due_on && <Fact label="Due">{formatDay(document.due_on)}</Fact>}
        <Fact label="Net">{usd(document.net_usd_cents)}</Fact>
        <Fact label="Tax">{usd(document.tax_usd_cents)}</Fact>
        <Fact label="Total">{usd(document.total_usd_cents)}</Fact>
        {isInvoice && <Fact label="Paid">{usd(document.paid_usd_cents)}</Fact>}
        {isInvoice && <Fact label="Credited">{usd(document.credited_usd_cents)}</Fact>}
        {isInvoice && <Fact label="Open">{usd(document.open_usd_cents)}</Fact>}
        {document.credits_invoice_id && (
          <Fact label="Credits">
            <ScreenLink to={pathOf(document.credits_invoice_id)}>
              {document.credited_number}
            </ScreenLink>
          </Fact>
        )}
        {document.reason && (
          <Fact label="Reason" isWide>
            {document.reason}
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

function columnsOf({ document, orderHrefOf }: Pick<Props, "document" | "orderHrefOf">) {
  const columns: Column<Order>[] = [
    {
      head: "Order",
      cell: ({ id, subaccount }) => (
        <>
          <Link
            href={orderHrefOf(id)}
            prefetch={false}
            className="link block max-w-36 truncate sm:max-w-72"
          >
            {id}
          </Link>
          {subaccount && <span className="block text-sm text-quiet">{subaccount}</span>}
        </>
      ),
    },
    { head: "Fulfilled", isExtra: true, cell: (order) => formatDay(order.supplied_on) },
    { head: "Portfolio", isExtra: true, cell: ({ portfolio }) => portfolio },
    { head: "Amount", align: "right", cell: ({ amount_kg: kg }) => formatMass(kg) },
    {
      head: document.kind === "invoice" ? "Net" : "Net credited",
      align: "right",
      cell: ({ net_usd_cents: cents }) => usd(cents),
    },
  ];
  return columns;
}

/** Sums of all orders of the document, on whichever page they are. */
function Totals({ document }: Pick<Props, "document">) {
  const query = { data: document.orders, error: null, refetch: () => undefined };
  return (
    <ListTotals
      query={query}
      rows="orders"
      figures={({ amount_kg: kg, net_usd_cents: cents }) => [
        { label: "Amount", value: formatMass(kg) },
        { label: document.kind === "invoice" ? "Net" : "Net credited", value: usd(cents) },
      ]}
    />
  );
}

const monthName = new Intl.DateTimeFormat("en-US", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

function introOf({ kind, period, credited_number: invoice }: Document): string {
  if (kind === "credit_note") return `Corrects invoice ${invoice}, which stays as it was issued.`;
  return (
    `API orders fulfilled in ${monthName.format(new Date(period))} (UTC). An issued invoice ` +
    "cannot be changed; credit notes correct it."
  );
}

export function BillingDocument(props: Props) {
  const { document, pdf, csv, orders } = props;
  const name = document.kind === "invoice" ? "Invoice" : "Credit note";
  return (
    <>
      <PageHead
        title={`${name} ${document.number}`}
        intro={introOf(document)}
        actions={
          <>
            <DownloadLink to={csv}>Download orders as CSV</DownloadLink>
            <DownloadLink to={pdf}>Download PDF</DownloadLink>
          </>
        }
      />
      <Details {...props} />
      <Panel title="Orders">
        <Totals document={document} />
        <DataTable
          label="Orders"
          columns={columnsOf(props)}
          keyOf={({ id }) => id}
          query={orders}
          empty={<Empty title="No orders" />}
        />
      </Panel>
    </>
  );
}
