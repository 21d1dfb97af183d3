"use client";
import { useMutation } from "@tanstack/react-query";
import type { RouterOutput } from "#trpc/router";
import { termsNames } from "#ui/admin/billing";
import { PartyFields } from "#ui/admin/billing-profile";
import { useRefreshBilling } from "#ui/admin/billing-reference";
import { Confirm, FormDialog } from "#ui/admin/dialog";
import { TextAreaField, TextField } from "#ui/admin/form";
import { money, plural } from "#ui/admin/format";
import { Fact, Facts, Item, Items, Loaded, Note, Panel, Screen } from "#ui/admin/page";
import { useScreenData } from "#ui/admin/screen-data";
import { ScreenLink } from "#ui/admin/screen-link";
import { SimpleTable } from "#ui/admin/table";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";
import { UndecidedTerms } from "#ui/admin/unbilled-sales";
import { OpenItems } from "./open-items";
import { queries } from "./queries";

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
  const set = useMutation(useTRPC().operatorBilling.setIssuer.mutationOptions());
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
      send={(values, opened) => set.mutateAsync({ ...values, opened })}
      onDone={useRefreshBilling()}
    >
      <PartyFields />
      <TextAreaField name="bank_text" label="Bank details" hint="Printed on invoices. Optional." />
      <TextField
        name="number_prefix"
        label="Prefix of numbers"
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
        <Facts>
          <Fact label="Legal name">{issuer.legal_name}</Fact>
          <Fact label="Address">{issuer.address}</Fact>
          <Fact label="Country">{issuer.country_code}</Fact>
          <Fact label="Tax ID">{issuer.tax_id ?? "–"}</Fact>
          <Fact label="Prefix of numbers">{issuer.number_prefix}</Fact>
        </Facts>
      )}
    </Panel>
  );
}

function IssueMonth({ month, accounts }: { month: string; accounts: number }) {
  const issue = useMutation(useTRPC().operatorBilling.issue.mutationOptions());
  const [toast, refresh] = [useToast(), useRefreshBilling()];
  const run = async () => {
    const { issued, blocked } = await issue.mutateAsync({ month });
    await refresh();
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
      {months.size === 0 && <Note>Every ended month is billed.</Note>}
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
              {money(
                rows.reduce((sum, { netCents }) => sum + netCents, 0),
                "USD",
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
      {accounts.length === 0 && (
        <Note>
          No account has billing terms yet. Open an account and choose its billing to set them.
        </Note>
      )}
      {accounts.length > 0 && (
        <SimpleTable
          label="Accounts with terms"
          columns={[
            { head: "Account" },
            { head: "Terms", isExtra: true },
            { head: "Credit limit", align: "right", isExtra: true },
            { head: "Balance", align: "right" },
          ]}
          rows={accounts.map(({ id, name, terms: own, balanceCents, creditLimitCents }) => ({
            key: id,
            cells: [
              <ScreenLink to={`/accounts/${id}`} key="name">
                {name}
              </ScreenLink>,
              own === null ? "Ended" : termsNames[own],
              creditLimitCents === null ? "–" : money(creditLimitCents, "USD"),
              money(balanceCents, "USD"),
            ],
          }))}
        />
      )}
    </Panel>
  );
}

export function Billing() {
  const { billing: query, unbilledSales } = useScreenData(queries);
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
