"use client";
import Link from "next/link";
import { formatDay } from "#core/dates";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { money } from "#ui/admin/format";
import { ListTotals } from "#ui/admin/list-totals";
import { FactsPanel, PageHead, Panel } from "#ui/admin/page";
import { DownloadLink, ScreenLink } from "#ui/admin/screen-link";
import { type Column, DataTable, type TableProps } from "#ui/admin/table";
import { DocumentState } from "./facts";

type Document = RouterOutput["billing"]["document"];
type Order = RouterOutput["billing"]["documentOrders"]["data"][number];

interface Props {
  document: Document;
  pdf: string;
  /** Null without the module that has it. */
  csv: string | null;
  pathOf(documentId: string): string;
  orderHrefOf(orderId: string): string;
  orders: TableProps<Order>["query"];
}

/** Tax in the currency of its country, if that is another one. */
function nationalFacts({ national_tax: national }: Document) {
  if (national === null) return {};
  const amount = (minor: number) => money(minor, national.currency.toLowerCase());
  const rates = national.rates.map(
    ({ from, to, rate, source }) => `1 ${from} = ${rate} ${to} (${source})`,
  );
  return {
    [`Net in ${national.currency}`]: national.net !== null && amount(national.net),
    [`Tax in ${national.currency}`]: amount(national.tax),
    "Exchange rate": `${rates.join(", ")}, ${formatDay(national.tax_point)}`,
  };
}

function Details({ document, pathOf }: Pick<Props, "document" | "pathOf">) {
  const isInvoice = document.kind === "invoice";
  const amount = (minor: number) => money(minor, document.currency);
  return (
    <FactsPanel
      title="Details"
      facts={{
        State: isInvoice && <DocumentState {...document} />,
        Issued: formatDay(document.issued_on),
        Due: document.due_on && formatDay(document.due_on),
        Net: amount(document.net),
        Tax: amount(document.tax),
        Total: amount(document.total),
        Paid: isInvoice && amount(document.paid),
        Credited: isInvoice && amount(document.credited),
        Open: isInvoice && amount(document.open),
        ...nationalFacts(document),
        Credits: document.credits_invoice_id && (
          <ScreenLink to={pathOf(document.credits_invoice_id)}>
            {document.credited_number}
          </ScreenLink>
        ),
        Reason: document.reason,
      }}
      wide={["Reason"]}
    />
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
    { head: "Amount", kg: ({ amount_kg: kg }) => kg },
    {
      head: document.kind === "invoice" ? "Net" : "Net credited",
      align: "right",
      cell: ({ net, currency }) => money(net, currency),
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
      figures={({ amount_kg: kg, net }) => [
        { label: "Amount", value: formatMass(kg) },
        {
          label: document.kind === "invoice" ? "Net" : "Net credited",
          value: money(net, document.currency),
        },
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
            {csv !== null && <DownloadLink to={csv}>Download orders as CSV</DownloadLink>}
            <DownloadLink to={pdf}>Download PDF</DownloadLink>
          </>
        }
      />
      <Details {...props} />
      <Panel title="Orders">
        <Totals document={document} />
        <DataTable label="Orders" columns={columnsOf(props)} query={orders} empty={["No orders"]} />
      </Panel>
    </>
  );
}
