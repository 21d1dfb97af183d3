"use client";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { Loaded, Panel, Screen } from "#ui/admin/page";
import { DownloadLink } from "#ui/admin/screen-link";
import { DataTable, useListState } from "#ui/admin/table";
import { useChange, useScreenData } from "#ui/admin/trpc";
import { Document } from "./document";
import { BalanceFacts, invoiceColumns, LedgerPanel } from "./facts";
import { ProfileDialog, ProfilePanel, profileValues } from "./profile";
import { queries } from "./queries";

function EditProfile({ profile }: Pick<RouterOutput["billing"]["get"], "profile">) {
  const set = useChange((trpc) => trpc.billing.setProfile);
  return (
    <ProfileDialog
      profile={profile}
      schema={async () => (await import("#admin/schemas")).SetBillingProfile}
      initial={profileValues(profile)}
      opened={profileValues(profile)}
      send={(values, opened) => set({ ...values, opened })}
    />
  );
}

function Invoices() {
  const { invoices } = useScreenData(queries);
  return (
    <Panel title="Invoices">
      <p className="mb-3">
        <DownloadLink to="/export/documents.csv" />
      </p>
      <DataTable
        label="Invoices"
        columns={invoiceColumns(({ id }) => `/billing?document=${id}`)}
        query={invoices}
        empty={["No invoices yet", "They are issued once a month."]}
      />
    </Panel>
  );
}

function Billing() {
  const { can } = useAccount();
  const { billing: query } = useScreenData(queries);
  return (
    <Screen
      title="Billing"
      intro="Your account’s own orders through the API. Customers who pay at the checkout are not billed here."
    >
      <Loaded query={query} lines={6}>
        {({ profile, entries, ...billing }) => (
          <>
            <Panel title="Balance">
              <BalanceFacts {...billing} />
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

export function BillingPage() {
  return useListState().get("document") ? <Document /> : <Billing />;
}
