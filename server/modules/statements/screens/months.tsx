"use client";
import { formatMass } from "#core/mass";
import { moneyOf } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { BooksZone, money } from "#ui/admin/format";
import { Loaded, Note, Panel, Screen } from "#ui/admin/page";
import { MonthPicker } from "#ui/admin/picker";
import { DownloadLink } from "#ui/admin/screen-link";
import { SimpleTable } from "#ui/admin/table";
import { useScreenData } from "#ui/admin/trpc";
import { monthQueries } from "./queries";
import { TaxTable } from "./tax-table";

type Month = RouterOutput["operatorMonths"]["get"];

function Tools({ month, months }: Pick<Month, "month" | "months">) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-2">
      <MonthPicker month={month} months={months} />
      <BooksZone />
      <span className="flex gap-2 sm:ml-auto">
        <DownloadLink to={`/export/month.csv?month=${month}`} />
      </span>
    </div>
  );
}

type Total = Month["totals"][number];

const kgWithoutMargin = ({ unknownKg, otherCostKg }: Total) =>
  [
    unknownKg > 0 && `${formatMass(unknownKg)} were sold from lots without a recorded cost.`,
    otherCostKg > 0 && `${formatMass(otherCostKg)} cost another currency than they were sold in.`,
  ]
    .filter(Boolean)
    .join(" ");

function CurrencyTotal(total: Total & { title: string }) {
  const { title, currency, ordered, sold, paid, billedAmount, cost, margin } = total;
  const amount = (minor: number) => money(minor, currency);
  const rows = [
    ["Sold: API orders", formatMass(sold.api.kg), amount(sold.api.price)],
    ["Sold: checkout orders", formatMass(sold.checkout.kg), amount(sold.checkout.price)],
    ["Cost of the lots sold", "", amount(cost)],
    ["Margin", "", margin === null ? "–" : amount(margin)],
    ["Ordered: API", formatMass(ordered.api.kg), amount(ordered.api.price)],
    ["Ordered: checkout", formatMass(ordered.checkout.kg), amount(ordered.checkout.price)],
    ["Billed to accounts", "", amount(billedAmount)],
    ["Customers’ payments", "", amount(paid.paid)],
    ["Refunds to customers", "", amount(0 - paid.refunded)],
  ] as const;
  return (
    <Panel title={title}>
      <SimpleTable
        label={title}
        rows={rows}
        columns={[
          { head: "Figure", cell: ([name]) => name },
          { head: "CO₂e", align: "right", cell: ([, kg]) => kg },
          { head: "Amount", align: "right", cell: ([, , sum]) => sum },
        ]}
        keyOf={([name]) => name}
      />
      <Note className="mt-4">
        Sold: orders fulfilled in the month (UTC), on the day of fulfillment. Orders that wait for
        credits are only ordered. Billed: invoices less credit notes issued in the month, with tax.
        {margin === null && ` The margin is unknown: ${kgWithoutMargin(total)}`}
      </Note>
    </Panel>
  );
}

/** One panel for each currency: their sums mean nothing. */
function Totals({ totals }: Month) {
  const titleOf = ({ currency }: Total) =>
    totals.length > 1 ? `All accounts, ${currency.toUpperCase()}` : "All accounts";
  return totals.map((total) => (
    <CurrencyTotal key={total.currency} title={titleOf(total)} {...total} />
  ));
}

function Accounts({ accounts, totals }: Month) {
  type Row = Month["accounts"][number];
  const noteOf = ({ currency }: Row) => totals.length > 1 && currency.toUpperCase();
  return (
    <Panel title="By account">
      <SimpleTable
        empty="No account has figures in this month."
        label="By account"
        rows={accounts}
        columns={[
          { head: "Account", cell: (row) => row.name, note: noteOf },
          { head: "Sold", kg: (row) => row.soldKg },
          { head: "API", money: (row) => moneyOf(row, row.apiPrice) },
          { head: "Checkout", isExtra: true, money: (row) => moneyOf(row, row.checkoutPrice) },
          { head: "Billed", isExtra: true, money: (row) => moneyOf(row, row.billedAmount) },
          {
            head: "Customers paid",
            isExtra: true,
            money: (row) => moneyOf(row, row.paid - row.refunded),
          },
          { head: "Cost", isExtra: true, money: (row) => moneyOf(row, row.cost) },
          {
            head: "Margin",
            isExtra: true,
            money: (row) => (row.margin === null ? null : moneyOf(row, row.margin)),
          },
        ]}
      />
    </Panel>
  );
}

function Taxes({ month, taxes: { invoices, checkout } }: Month) {
  if (invoices.length + checkout.length === 0) return null;
  return (
    <Panel title="Tax to declare">
      {invoices.length > 0 && (
        <section className="mb-6">
          <h3 className="mb-2 font-semibold">Invoices and credit notes</h3>
          <TaxTable label="Tax of invoices and credit notes" rows={invoices} />
        </section>
      )}
      {checkout.length > 0 && (
        <section>
          <h3 className="mb-2 font-semibold">Customers’ payments</h3>
          <TaxTable label="Tax of customers’ payments" rows={checkout} />
        </section>
      )}
      <Note className="my-4">
        Tax of documents issued in the month, and of payments and refunds made in it. The issuer
        declares that of invoices; the seller named on the checkout page that of customers’
        payments. The CSV has them by account.
      </Note>
      <span className="flex flex-wrap gap-2">
        <DownloadLink to={`/export/taxes.csv?month=${month}`}>Taxes as CSV</DownloadLink>
        <DownloadLink to={`/export/issued-documents.csv?month=${month}`}>
          Documents as CSV
        </DownloadLink>
      </span>
    </Panel>
  );
}

function Journal({ month }: Pick<Month, "month">) {
  return (
    <Panel title="Journal">
      <p className="mb-4 text-[0.9375rem] text-pretty">
        The month as double entries in each currency, dated on its last day. Set your account
        numbers in CT_JOURNAL_ACCOUNTS first, and have your accountant check the first month.
      </p>
      <DownloadLink to={`/export/journal.csv?month=${month}`}>Journal as CSV</DownloadLink>
    </Panel>
  );
}

export function Months() {
  const { month: query } = useScreenData(monthQueries);
  return (
    <Screen title="Months" intro="A month of all accounts, and its entries for your books.">
      <Loaded query={query}>
        {(month) => (
          <>
            <Tools {...month} />
            <Totals {...month} />
            <Accounts {...month} />
            <Taxes {...month} />
            <Journal {...month} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
