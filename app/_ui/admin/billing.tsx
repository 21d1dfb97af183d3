import { formatDay } from "#core/dates";
import type { RouterOutput } from "#trpc/router";
import { money, plural } from "./format";
import { Badge, Fact, Facts, Note, Panel } from "./page";
import { ScreenLink } from "./screen-link";
import { type Column, SimpleTable } from "./table";
import { Time } from "./time";

type Billing = RouterOutput["billing"]["get"];
export type InvoiceRow = RouterOutput["billing"]["invoices"]["data"][number];

export const termsNames = {
  invoice: "Monthly invoice",
  prepaid: "Prepaid",
  billed_elsewhere: "Billed elsewhere",
  undecided: "Undecided",
} as const;
const usd = (cents: number) => money(cents, "USD");

/** Terms, balance, limit and rate of tax. */
export function BalanceFacts({
  balance,
  mode,
  isUndecided,
}: Pick<Billing, "balance" | "mode" | "isUndecided">) {
  if (balance.terms === null) {
    return (
      <Note>
        {mode === "live" && !isUndecided
          ? "No billing terms yet: live orders are refused."
          : "No billing terms: orders are not limited, and not billed."}
      </Note>
    );
  }
  if (balance.terms === "billed_elsewhere" && balance.balance_usd_cents === 0) {
    return <Note>Billed elsewhere: orders are not limited, and not on invoices here.</Note>;
  }
  const { credit_limit_usd_cents: limit, available_usd_cents: available } = balance;
  return (
    <Facts>
      <Fact label="Terms">{termsNames[balance.terms]}</Fact>
      <Fact label="Balance">{usd(balance.balance_usd_cents)}</Fact>
      {balance.terms === "invoice" && (
        <Fact label="Credit limit">{limit === null ? "None" : usd(limit)}</Fact>
      )}
      <Fact label="Available for orders">{available === null ? "Unlimited" : usd(available)}</Fact>
      <Fact label="Tax on orders">{`${balance.tax_rate_basis_points / 100}%`}</Fact>
    </Facts>
  );
}

const kinds: Record<Billing["entries"][number]["kind"], string> = {
  deposit: "Deposit",
  order: "Order",
  order_cancelled: "Order cancelled",
  invoice_payment: "Invoice paid",
  credit_note: "Credit note",
  adjustment: "Adjustment",
};

export function LedgerPanel({ entries }: Pick<Billing, "entries">) {
  if (entries.length === 0) return null;
  return (
    <Panel title="Latest entries">
      <SimpleTable
        label="Latest entries"
        columns={[
          { head: "Entry" },
          { head: "Date", isExtra: true },
          { head: "Amount", align: "right" },
          { head: "Balance", align: "right" },
        ]}
        rows={entries.map((entry) => ({
          key: String(entry.number),
          cells: [
            <span key="kind">
              {kinds[entry.kind]}
              <span className="block max-w-56 truncate text-sm text-quiet">
                {entry.reference ?? entry.orderId}
              </span>
              {entry.note && <span className="block text-sm text-quiet">{entry.note}</span>}
            </span>,
            <Time key="date" at={entry.createdOn} />,
            usd(entry.amountCents),
            usd(entry.balanceCents),
          ],
        }))}
      />
    </Panel>
  );
}

const states = {
  open: <Badge tone="pending">Open</Badge>,
  paid: <Badge tone="good">Paid</Badge>,
  credited: <Badge tone="neutral">Credited</Badge>,
};

/** State of an invoice; a credit note has none. */
export function DocumentState({
  state,
  overdue_days: days,
}: Pick<InvoiceRow, "state" | "overdue_days">) {
  if (state === "open" && days > 0) {
    return <Badge tone="bad">{`Overdue: ${plural(days, "day")}`}</Badge>;
  }
  return state === null ? "–" : states[state];
}

function InvoiceNumber({ invoice, path }: { invoice: InvoiceRow; path: string }) {
  return (
    <span>
      <ScreenLink to={path}>{invoice.number}</ScreenLink>
      <span className="block text-sm text-quiet">
        {invoice.kind === "invoice" ? "Invoice" : "Credit note"} for {invoice.period}
      </span>
    </span>
  );
}

/** The columns of every list of documents. */
export function invoiceColumns(pathOf: (invoice: InvoiceRow) => string): Column<InvoiceRow>[] {
  return [
    {
      head: "Document",
      cell: (invoice) => <InvoiceNumber invoice={invoice} path={pathOf(invoice)} />,
    },
    { head: "Issued", isExtra: true, cell: ({ issued_on: date }) => formatDay(date) },
    { head: "State", cell: (invoice) => <DocumentState {...invoice} /> },
    {
      head: "Total",
      align: "right",
      cell: ({ kind, total_usd_cents: cents }) => usd(kind === "invoice" ? cents : -cents),
    },
    {
      head: "Open",
      align: "right",
      isExtra: true,
      cell: ({ open_usd_cents: cents }) => usd(cents),
    },
  ];
}
