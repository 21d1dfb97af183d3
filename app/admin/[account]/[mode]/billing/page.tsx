"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { SetBillingProfile } from "#schemas/billing";
import type { RouterInput } from "#trpc/router";
import { useAccount } from "#ui/admin/account-shell";
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
import { Empty, Loaded, Panel, Screen } from "#ui/admin/page";
import { type Column, DataTable, useListInput } from "#ui/admin/table";
import { useRefresh, useTRPC } from "#ui/admin/trpc";

type Profile = SetBillingProfile | null;

function EditProfile({ profile }: { profile: Profile }) {
  const set = useMutation(useTRPC().billing.setProfile.mutationOptions());
  return (
    <FormDialog
      button={profile ? "Edit profile" : "Add profile"}
      title="Billing profile"
      description="Printed on new documents. Documents that were issued do not change."
      action="Save profile"
      done="Billing profile saved"
      schema={SetBillingProfile}
      initial={profile ? { ...profile, tax_id: profile.tax_id ?? "" } : emptyProfile}
      send={(values) => set.mutateAsync(values)}
      onDone={useRefresh((trpc) => trpc.billing.pathFilter())}
    >
      <ProfileFields />
    </FormDialog>
  );
}

function ProfilePanel({ profile }: { profile: Profile }) {
  const { canWrite } = useAccount();
  return (
    <Panel title="Billing profile" actions={canWrite && <EditProfile profile={profile} />}>
      <ProfileFacts profile={profile} />
    </Panel>
  );
}

const cellOf = (at: number) => (invoice: InvoiceRow) => <Cell invoice={invoice} at={at} />;

function Cell({ invoice, at }: { invoice: InvoiceRow; at: number }) {
  const { base } = useAccount();
  return invoiceCells(invoice, `${base}/billing/${invoice.id}/pdf`)[at];
}

const columns: Column<InvoiceRow>[] = [
  { head: "Document", cell: cellOf(0) },
  { head: "Issued", isExtra: true, cell: cellOf(1) },
  { head: "State", cell: cellOf(2) },
  { head: "Total", align: "right", cell: cellOf(3) },
  { head: "Open", align: "right", isExtra: true, cell: cellOf(4) },
];

type Input = NonNullable<RouterInput["billing"]["invoices"]>;

export default function BillingPage() {
  const trpc = useTRPC();
  const billing = useQuery(trpc.billing.get.queryOptions());
  const invoices = useQuery(trpc.billing.invoices.queryOptions(useListInput<Input>()));
  return (
    <Screen
      title="Billing"
      intro="Your account’s own orders through the API. Customers who pay at the checkout are not billed here."
    >
      <Loaded query={billing} lines={6}>
        {({ balance, profile, entries }) => (
          <>
            <Panel title="Balance">
              <BalanceFacts balance={balance} />
            </Panel>
            <ProfilePanel profile={profile} />
            <Panel title="Invoices">
              <DataTable
                label="Invoices"
                columns={columns}
                keyOf={({ id }) => id}
                query={invoices}
                empty={<Empty title="No invoices yet">They are issued once a month.</Empty>}
              />
            </Panel>
            <LedgerPanel entries={entries} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
