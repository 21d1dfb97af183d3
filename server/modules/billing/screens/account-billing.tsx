"use client";
import type { RouterOutput } from "#trpc/router";
import { TextField } from "#ui/admin/form";
import { useOperator } from "#ui/admin/operator";
import { Loaded, Panel, useRouteId } from "#ui/admin/page";
import { type Column, DataTable } from "#ui/admin/table";
import { EditTerms } from "#ui/admin/terms";
import { useChange, useScreenData } from "#ui/admin/trpc";
import { Adjust, RecordDeposit } from "./balance-forms";
import { Credit, RecordPayment } from "./document-forms";
import { BalanceFacts, type InvoiceRow, invoiceColumns, LedgerPanel } from "./facts";
import { ProfileDialog, ProfilePanel, profileValues } from "./profile";
import { accountQueries } from "./queries";

type Account = RouterOutput["operatorBilling"]["account"];

function EditProfile({ id, profile }: Pick<Account, "id" | "profile">) {
  const set = useChange((trpc) => trpc.operatorBilling.setProfile);
  const opened = { ...profileValues(profile), payment_days: profile?.payment_days ?? 30 };
  return (
    <ProfileDialog
      profile={profile}
      schema={async () => (await import("#admin/schemas")).TypedBilledProfile}
      initial={{ ...opened, payment_days: String(opened.payment_days) }}
      opened={opened}
      send={(values, read) => set({ id, ...values, opened: read })}
    >
      <TextField
        name="payment_days"
        label="Days to pay"
        hint="From the day on which an invoice is issued."
        inputMode="numeric"
      />
    </ProfileDialog>
  );
}

function actionsOf(id: string): Column<InvoiceRow> {
  return {
    head: "Actions",
    align: "right",
    cell: ({ id: invoiceId, number, kind, state, currency, open: openAmount }) => {
      const invoice = { id: invoiceId, number, currency, openAmount };
      return (
        <span className="flex flex-wrap justify-end gap-2">
          {openAmount > 0 && <RecordPayment id={id} invoice={invoice} />}
          {kind === "invoice" && state !== "credited" && <Credit id={id} invoice={invoice} />}
        </span>
      );
    },
  };
}

function Invoices({ id }: Pick<Account, "id">) {
  const { invoices: query } = useScreenData(accountQueries);
  return (
    <Panel title="Invoices">
      <DataTable
        label="Invoices"
        columns={[
          ...invoiceColumns((invoice) => `/accounts/${id}?document=${invoice.id}`),
          actionsOf(id),
        ]}
        query={query}
        empty={["No invoices yet", "They are issued once a month."]}
      />
    </Panel>
  );
}

const hasBalance = ({ terms, balance: amount }: Account["balance"]) =>
  terms === "invoice" || terms === "prepaid" || amount !== 0;

export function AccountBilling() {
  const { mode } = useOperator();
  const id = useRouteId();
  const { billing: query } = useScreenData(accountQueries);
  return (
    <Loaded query={query}>
      {({ balance, currency, profile, entries, isUndecided }) => (
        <>
          <h2 className="mb-3 font-semibold">Billing in {mode} mode</h2>
          <Panel
            title="Balance"
            actions={
              <span className="flex flex-wrap gap-2">
                <EditTerms
                  id={id}
                  mode={mode}
                  terms={balance.terms}
                  limitAmount={balance.credit_limit}
                  currency={currency}
                />
                {hasBalance(balance) && <RecordDeposit id={id} currency={currency} />}
                {hasBalance(balance) && <Adjust id={id} currency={currency} />}
              </span>
            }
          >
            <BalanceFacts
              balance={balance}
              currency={currency}
              mode={mode}
              isUndecided={isUndecided}
            />
          </Panel>
          <ProfilePanel profile={profile} actions={<EditProfile id={id} profile={profile} />} />
          <Invoices id={id} />
          <LedgerPanel entries={entries} />
        </>
      )}
    </Loaded>
  );
}
