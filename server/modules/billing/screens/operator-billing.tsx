"use client";
import { sumsByCurrency } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { Confirm, FormDialog } from "#ui/admin/dialog";
import { TextAreaField, TextField } from "#ui/admin/form";
import { money, plural } from "#ui/admin/format";
import { Facts, Item, Items, Loaded, Note, Panel, Screen } from "#ui/admin/page";
import { ScreenLink } from "#ui/admin/screen-link";
import { SimpleTable } from "#ui/admin/table";
import { termsNames } from "#ui/admin/terms";
import { useToast } from "#ui/admin/toasts";
import { useChange, useScreenData } from "#ui/admin/trpc";
import { amountsOf, OpenItems } from "./open-items";
import { PartyFields } from "./profile";
import { moneyQueries } from "./queries";
import { UndecidedTerms } from "./unbilled-sales";

type Data = RouterOutput["operatorBilling"]["get"];

const emptyIssuer = {
  legal_name: "",
  address: "",
  country_code: "",
  tax_id: "",
  bank_text: "",
  number_prefix: "INV",
};

function EditIssuer({ issuer }: Pick<Data, "issuer">) {
  const set = useChange((trpc) => trpc.operatorBilling.setIssuer);
  const initial = issuer
    ? { ...issuer, tax_id: issuer.tax_id ?? "", bank_text: issuer.bank_text ?? "" }
    : emptyIssuer;
  return (
    <FormDialog
      button={issuer ? "Edit issuer" : "Set issuer"}
      title="Issuer"
      description="Your legal entity, as new documents show it. Documents that were issued do not change."
      action="Save issuer"
      done="Issuer saved"
      schema={async () => (await import("#admin/schemas")).SetIssuer}
      initial={initial}
      opened={initial}
      send={(values, opened) => set({ ...values, opened })}
    >
      <PartyFields />
      <TextAreaField name="bank_text" label="Bank details" hint="Printed on invoices. Optional." />
      <TextField
        name="number_prefix"
        label="Number prefix"
        hint="INV numbers invoices INV-2026-00001, and credit notes INV-CN-2026-00001."
      />
    </FormDialog>
  );
}

function IssuerPanel({ issuer }: Pick<Data, "issuer">) {
  return (
    <Panel title="Issuer" actions={<EditIssuer issuer={issuer} />}>
      {issuer === null ? (
        <Note>Set who issues the documents before you issue invoices.</Note>
      ) : (
        <Facts
          facts={{
            "Legal name": issuer.legal_name,
            Address: issuer.address,
            Country: issuer.country_code,
            "Tax ID": issuer.tax_id ?? "–",
            "Number prefix": issuer.number_prefix,
          }}
        />
      )}
    </Panel>
  );
}

function IssueMonth({ month, accounts }: { month: string; accounts: number }) {
  const issue = useChange((trpc) => trpc.operatorBilling.issue);
  const toast = useToast();
  const run = async () => {
    const { issued, blocked } = await issue({ month });
    const reasons = blocked.map(({ reason }) => reason);
    toast(
      [`Issued ${plural(issued.length, "invoice")} for ${month}.`, ...new Set(reasons)].join(" "),
    );
  };
  return (
    <Confirm
      button="Issue invoices"
      title={`Issue the invoices of ${month}?`}
      description={`${plural(accounts, "account")} will get an invoice by mail. Issued invoices cannot be changed, only credited.`}
      run={run}
    />
  );
}

function UnbilledMonths({ unbilled }: Pick<Data, "unbilled">) {
  const months = Map.groupBy(unbilled, ({ period }) => period);
  return (
    <Panel title="To be billed">
      {months.size === 0 && <Note>All past months are billed.</Note>}
      <Items>
        {[...months].map(([month, rows]) => (
          <Item key={month}>
            <span className="tabular-nums">
              {month}: {plural(rows.length, "account")},{" "}
              {plural(
                rows.reduce((sum, { orders }) => sum + orders, 0),
                "order",
              )}
              ,{" "}
              {amountsOf(
                sumsByCurrency(rows.map(({ net, currency }) => ({ minor: net, currency }))),
              )}{" "}
              net
            </span>
            <IssueMonth month={month} accounts={rows.length} />
          </Item>
        ))}
      </Items>
      <Note className="mt-4">The worker issues invoices a day after the month ends (UTC).</Note>
    </Panel>
  );
}

function Accounts({ accounts }: Pick<Data, "accounts">) {
  return (
    <Panel title="Accounts with terms">
      <SimpleTable
        empty="No account has billing terms yet. Open an account and choose its billing to set them."
        label="Accounts with terms"
        rows={accounts}
        columns={[
          {
            head: "Account",
            cell: ({ id, name }) => (
              <ScreenLink to={`/accounts/${id}`} key="name">
                {name}
              </ScreenLink>
            ),
          },
          {
            head: "Terms",
            isExtra: true,
            cell: ({ terms }) => (terms === null ? "Ended" : termsNames[terms]),
          },
          {
            head: "Credit limit",
            align: "right",
            isExtra: true,
            cell: ({ creditLimit, currency }) =>
              creditLimit === null ? "–" : money(creditLimit, currency),
          },
          {
            head: "Balance",
            align: "right",
            cell: ({ balance, currency }) => money(balance, currency),
          },
        ]}
      />
    </Panel>
  );
}

export function OperatorBilling() {
  const { billing: query, unbilledSales } = useScreenData(moneyQueries);
  const sales = unbilledSales.data;
  return (
    <Screen
      title="Billing"
      intro="Invoices to accounts for their own orders through the API. Below zero, a balance is what an account owes."
    >
      <Loaded query={query} lines={8}>
        {({ issuer, unbilled, accounts }) => (
          <>
            <UndecidedTerms sales={sales ?? []} />
            <UnbilledMonths unbilled={unbilled} />
            <OpenItems />
            <Accounts accounts={accounts} />
            <IssuerPanel issuer={issuer} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
