import { formatDay } from "#core/dates";
import type { RouterOutput } from "#trpc/router";
import { money, plural } from "#ui/admin/format";
import { Badge, Facts, Note, Panel } from "#ui/admin/page";
import { type Column, SimpleTable } from "#ui/admin/table";
import { termsNames } from "#ui/admin/terms";

type Billing = RouterOutput["billing"]["get"];
export type InvoiceRow = RouterOutput["billing"]["invoices"]["data"][number];

export function BalanceFacts({
  balance,
  currency,
  mode,
  isUndecided,
}: Pick<Billing, "balance" | "currency" | "mode" | "isUndecided">) {
  if (balance.terms === null) {
    return (
      <Note>
        {mode === "live" && !isUndecided
          ? "No billing terms yet: live orders are refused."
          : "No billing terms: orders are not limited, and not billed."}
      </Note>
    );
  }
  if (balance.terms === "billed_elsewhere" && balance.balance === 0) {
    return <Note>Billed elsewhere: orders are not limited, and not on invoices here.</Note>;
  }
  const { credit_limit: limit, available } = balance;
  const amount = (minor: number) => money(minor, currency);
  return (
    <Facts
      facts={{
        Terms: termsNames[balance.terms],
        Balance: amount(balance.balance),
        "Credit limit": balance.terms === "invoice" && (limit === null ? "None" : amount(limit)),
        "Available for orders": available === null ? "Unlimited" : amount(available),
        "Tax on orders": `${balance.tax_rate_basis_points / 100}%`,
      }}
    />
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
        rows={entries}
        columns={[
          {
            head: "Entry",
            cell: ({ kind }) => kinds[kind],
            note: ({ reference, orderId, note }) => (
              <>
                <span className="block max-w-56 truncate">{reference ?? orderId}</span>
                {note}
              </>
            ),
          },
          { head: "Date", isExtra: true, at: (entry) => entry.createdOn },
          {
            head: "Amount",
            align: "right",
            cell: ({ amount, currency }) => money(amount, currency),
          },
          {
            head: "Balance",
            align: "right",
            cell: ({ balance, currency }) => money(balance, currency),
          },
        ]}
        keyOf={(entry) => String(entry.number)}
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

export function invoiceColumns(pathOf: (invoice: InvoiceRow) => string): Column<InvoiceRow>[] {
  return [
    {
      head: "Document",
      cell: ({ number }) => number,
      to: pathOf,
      note: ({ kind, period }) => `${kind === "invoice" ? "Invoice" : "Credit note"} for ${period}`,
    },
    { head: "Issued", isExtra: true, cell: ({ issued_on: date }) => formatDay(date) },
    { head: "State", cell: (invoice) => <DocumentState {...invoice} /> },
    {
      head: "Total",
      align: "right",
      cell: ({ kind, total, currency }) => money(kind === "invoice" ? total : -total, currency),
    },
    {
      head: "Open",
      align: "right",
      isExtra: true,
      cell: ({ open, currency }) => money(open, currency),
    },
  ];
}
