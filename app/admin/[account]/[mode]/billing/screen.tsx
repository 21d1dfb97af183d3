"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { RouterInput, RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { BalanceFacts, invoiceColumns, LedgerPanel } from "#ui/admin/billing";
import { ProfileDialog, ProfilePanel, profileValues } from "#ui/admin/billing-profile";
import { Empty, Loaded, Panel, Screen } from "#ui/admin/page";
import { Downloads } from "#ui/admin/picker";
import { DataTable, useListInput } from "#ui/admin/table";
import { useRefresh, useTRPC } from "#ui/admin/trpc";

type Input = NonNullable<RouterInput["billing"]["invoices"]>;

function EditProfile({ profile }: Pick<RouterOutput["billing"]["get"], "profile">) {
  const set = useMutation(useTRPC().billing.setProfile.mutationOptions());
  return (
    <ProfileDialog
      profile={profile}
      schema={async () => (await import("#admin/schemas")).SetBillingProfile}
      initial={profileValues(profile)}
      send={(values) => set.mutateAsync(values)}
      onDone={useRefresh((trpc) => trpc.billing.pathFilter())}
    />
  );
}

function Invoices() {
  const { base } = useAccount();
  const trpc = useTRPC();
  return (
    <Panel title="Invoices">
      <p className="mb-3">
        <Downloads files={[{ text: "CSV", href: `${base}/export/documents.csv` }]} />
      </p>
      <DataTable
        label="Invoices"
        columns={invoiceColumns(({ id }) => `${base}/billing/${id}`)}
        keyOf={({ id }) => id}
        query={useQuery(trpc.billing.invoices.queryOptions(useListInput<Input>()))}
        empty={<Empty title="No invoices yet">They are issued once a month.</Empty>}
      />
    </Panel>
  );
}

export default function BillingPage() {
  const { can } = useAccount();
  const billing = useQuery(useTRPC().billing.get.queryOptions());
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
            <ProfilePanel
              profile={profile}
              actions={can("billing") && <EditProfile profile={profile} />}
            />
            <Invoices />
            <LedgerPanel entries={entries} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
