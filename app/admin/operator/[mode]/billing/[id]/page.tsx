"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { TypedDeposit, TypedTerms } from "#schemas/balances";
import { SetBillingProfile, TypedCredit, TypedPayment } from "#schemas/billing";
import type { RouterOutput } from "#trpc/router";
import {
  BalanceFacts,
  emptyProfile,
  type InvoiceRow,
  invoiceCells,
  LedgerPanel,
  ProfileFacts,
  ProfileFields,
} from "#ui/admin/billing";
import { FormDialog } from "#ui/admin/dialog";
import { SelectField, TextField } from "#ui/admin/form";
import { money } from "#ui/admin/format";
import { useOperator } from "#ui/admin/operator-shell";
import { Detail, Note, PageHead, Panel, useRouteId } from "#ui/admin/page";
import { SimpleTable } from "#ui/admin/table";
import { useRefresh, useTRPC } from "#ui/admin/trpc";

type Account = RouterOutput["operatorBilling"]["account"];

const useRefreshBilling = () => useRefresh((trpc) => trpc.operatorBilling.pathFilter());

const termsOptions = [
  { value: "none", text: "No terms" },
  { value: "prepaid", text: "Prepaid" },
  { value: "invoice", text: "Monthly invoice" },
];

function EditTerms({ id, balance }: Pick<Account, "id" | "balance">) {
  const set = useMutation(useTRPC().operatorBilling.setTerms.mutationOptions());
  const limit = balance.credit_limit_usd_cents;
  const initial = {
    terms: balance.terms ?? ("none" as const),
    limit: balance.terms === "invoice" && limit !== null ? (limit / 100).toFixed(2) : "",
  };
  return (
    <FormDialog
      button="Set terms"
      title="Billing terms"
      description="They apply to orders from now on."
      action="Save terms"
      done="Billing terms saved"
      schema={TypedTerms}
      initial={initial}
      send={(values) => set.mutateAsync({ id, ...values })}
      onDone={useRefreshBilling()}
    >
      <SelectField name="terms" label="Terms" options={termsOptions} />
      <TextField
        name="limit"
        label="Credit limit (USD)"
        hint="For monthly invoices. Leave it empty for no limit."
        inputMode="decimal"
        autoComplete="off"
      />
    </FormDialog>
  );
}

const reference = (
  <TextField
    name="reference"
    label="Reference"
    hint="Of the bank statement’s line. The same reference is recorded once."
    autoComplete="off"
  />
);

function RecordDeposit({ id }: Pick<Account, "id">) {
  const deposit = useMutation(useTRPC().operatorBilling.deposit.mutationOptions());
  return (
    <FormDialog
      button="Record deposit"
      title="Record a deposit"
      description="Money that the account has paid in advance."
      done="Deposit recorded"
      schema={TypedDeposit}
      initial={{ amount_usd_cents: "", reference: "" }}
      send={(values) => deposit.mutateAsync({ id, ...values })}
      onDone={useRefreshBilling()}
    >
      <TextField name="amount_usd_cents" label="Amount received (USD)" inputMode="decimal" />
      {reference}
    </FormDialog>
  );
}

function EditProfile({ id, profile }: Pick<Account, "id" | "profile">) {
  const set = useMutation(useTRPC().operatorBilling.setProfile.mutationOptions());
  return (
    <FormDialog
      button={profile ? "Edit profile" : "Add profile"}
      title="Billing profile"
      description="Printed on new documents. Documents that were issued do not change."
      action="Save profile"
      done="Billing profile saved"
      schema={SetBillingProfile}
      initial={profile ? { ...profile, tax_id: profile.tax_id ?? "" } : emptyProfile}
      send={(values) => set.mutateAsync({ id, ...values })}
      onDone={useRefreshBilling()}
    >
      <ProfileFields />
    </FormDialog>
  );
}

interface InvoiceAction {
  id: string;
  invoice: InvoiceRow;
}

function RecordPayment({ id, invoice }: InvoiceAction) {
  const pay = useMutation(useTRPC().operatorBilling.recordPayment.mutationOptions());
  const open = invoice.open_usd_cents;
  return (
    <FormDialog
      button="Record payment"
      title={`Record a payment of ${invoice.number}`}
      description={`${money(open, "USD")} is open. Record more than that as a deposit.`}
      done="Payment recorded"
      schema={TypedPayment}
      initial={{ amount_usd_cents: (open / 100).toFixed(2), reference: "" }}
      send={(values) => pay.mutateAsync({ id, invoice_id: invoice.id, ...values })}
      onDone={useRefreshBilling()}
    >
      <TextField name="amount_usd_cents" label="Amount received (USD)" inputMode="decimal" />
      {reference}
    </FormDialog>
  );
}

function Credit({ id, invoice }: InvoiceAction) {
  const credit = useMutation(useTRPC().operatorBilling.credit.mutationOptions());
  return (
    <FormDialog
      button="Credit"
      title={`Credit ${invoice.number}`}
      description="Issues a credit note and adds its amount to the balance. The credits stay retired."
      action="Issue credit note"
      done="Credit note issued"
      submitVariant="danger"
      schema={TypedCredit}
      initial={{ reason: "", order_id: "" }}
      send={({ reason, order_id: order }) =>
        credit.mutateAsync({
          id,
          invoice_id: invoice.id,
          reason,
          ...(order !== "" && { orders: [{ order_id: order }] }),
        })
      }
      onDone={useRefreshBilling()}
    >
      <TextField name="reason" label="Reason" hint="Printed on the credit note." />
      <TextField
        name="order_id"
        label="Order ID"
        hint="Leave it empty to credit everything that is left of the invoice."
        autoComplete="off"
      />
    </FormDialog>
  );
}

function Actions({ id, invoice }: InvoiceAction) {
  const isCreditable = invoice.kind === "invoice" && invoice.state !== "credited";
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {invoice.open_usd_cents > 0 && <RecordPayment id={id} invoice={invoice} />}
      {isCreditable && <Credit id={id} invoice={invoice} />}
    </span>
  );
}

function Invoices({ id, invoices }: Pick<Account, "id" | "invoices">) {
  const { base } = useOperator();
  if (invoices.length === 0) return <Note>No invoices yet.</Note>;
  return (
    <SimpleTable
      label="Invoices"
      columns={[
        { head: "Document" },
        { head: "Issued", isExtra: true },
        { head: "State" },
        { head: "Total", align: "right" },
        { head: "Open", align: "right", isExtra: true },
        { head: "Actions", align: "right" },
      ]}
      rows={invoices.map((invoice) => ({
        key: invoice.id,
        cells: [
          ...invoiceCells(invoice, `${base}/billing/documents/${invoice.id}`),
          <Actions key="actions" id={id} invoice={invoice} />,
        ],
      }))}
    />
  );
}

export default function AccountBillingPage() {
  const query = useQuery(useTRPC().operatorBilling.account.queryOptions({ id: useRouteId() }));
  return (
    <Detail title="Billing" query={query}>
      {({ id, name, balance, profile, invoices, entries }) => (
        <>
          <PageHead title={`Billing of ${name}`} intro="In the mode that is chosen above." />
          <Panel
            title="Balance"
            actions={
              <span className="flex flex-wrap gap-2">
                <EditTerms id={id} balance={balance} />
                {balance.terms !== null && <RecordDeposit id={id} />}
              </span>
            }
          >
            <BalanceFacts balance={balance} />
          </Panel>
          <Panel title="Billing profile" actions={<EditProfile id={id} profile={profile} />}>
            <ProfileFacts profile={profile} />
          </Panel>
          <Panel title="Invoices">
            <Invoices id={id} invoices={invoices} />
          </Panel>
          <LedgerPanel entries={entries} />
        </>
      )}
    </Detail>
  );
}
