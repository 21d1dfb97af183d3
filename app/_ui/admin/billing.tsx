import { countryCodes, countryName } from "#core/countries";
import { formatDay } from "#core/dates";
import type { RouterOutput } from "#trpc/router";
import { SelectField, TextAreaField, TextField } from "./form";
import { money } from "./format";
import { Badge, Fact, Facts, Note, Panel } from "./page";
import { SimpleTable } from "./table";
import { Time } from "./time";

type Billing = RouterOutput["billing"]["get"];
export type InvoiceRow = RouterOutput["billing"]["invoices"]["data"][number];

const terms = { prepaid: "Prepaid", invoice: "Monthly invoice" } as const;
const usd = (cents: number) => money(cents, "USD");

/** Terms, balance, limit and rate of tax. */
export function BalanceFacts({ balance }: Pick<Billing, "balance">) {
  if (balance.terms === null) {
    return <Note>No billing terms: orders are not limited, and not billed.</Note>;
  }
  const { credit_limit_usd_cents: limit, available_usd_cents: available } = balance;
  return (
    <Facts>
      <Fact label="Terms">{terms[balance.terms]}</Fact>
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

function InvoiceNumber({ invoice, href }: { invoice: InvoiceRow; href: string }) {
  return (
    <span>
      <a href={href} className="link">
        {invoice.number}
      </a>
      <span className="block text-sm text-quiet">
        {invoice.kind === "invoice" ? "Invoice" : "Credit note"} for {invoice.period}
      </span>
    </span>
  );
}

/** The columns that every list of documents has. */
export function invoiceCells(invoice: InvoiceRow, href: string) {
  const sign = invoice.kind === "invoice" ? 1 : -1;
  return [
    <InvoiceNumber key="number" invoice={invoice} href={href} />,
    formatDay(invoice.issued_on),
    invoice.state === null ? "–" : states[invoice.state],
    usd(sign * invoice.total_usd_cents),
    usd(invoice.open_usd_cents),
  ];
}

const countryOptions = [
  { value: "", text: "Choose a country" },
  ...[...countryCodes]
    .map((code) => ({ value: code, text: countryName(code) }))
    .sort((one, other) => one.text.localeCompare(other.text, "en")),
];

export function PartyFields() {
  return (
    <>
      <TextField name="legal_name" label="Legal name" autoComplete="organization" />
      <TextAreaField name="address" label="Address" hint="Street, postal code and city." />
      <SelectField name="country_code" label="Country" options={countryOptions} />
      <TextField name="tax_id" label="Tax ID" hint="Optional. Printed on every document." />
    </>
  );
}

const languageOptions = [
  { value: "en", text: "English" },
  { value: "de", text: "German" },
  { value: "fr", text: "French" },
  { value: "es", text: "Spanish" },
];

export function ProfileFields() {
  return (
    <>
      <PartyFields />
      <TextField
        name="billing_email"
        label="Billing email"
        type="email"
        hint="Gets a mail with a link to each new document."
      />
      <SelectField name="language" label="Language of documents" options={languageOptions} />
    </>
  );
}

export function ProfileFacts({ profile }: Pick<Billing, "profile">) {
  if (profile === null) return <Note>Without a profile, no invoice can be issued.</Note>;
  return (
    <Facts>
      <Fact label="Legal name">{profile.legal_name}</Fact>
      <Fact label="Address">{profile.address}</Fact>
      <Fact label="Country">{profile.country_code}</Fact>
      <Fact label="Tax ID">{profile.tax_id ?? "–"}</Fact>
      <Fact label="Billing email">{profile.billing_email}</Fact>
    </Facts>
  );
}

export const emptyProfile = {
  legal_name: "",
  address: "",
  country_code: "",
  tax_id: "",
  billing_email: "",
  language: "en" as const,
};
