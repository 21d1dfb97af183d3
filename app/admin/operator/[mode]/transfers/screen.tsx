"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { RouterInput, RouterOutput } from "#trpc/router";
import { PaymentState } from "#ui/admin/checkout";
import { Confirm, FormDialog } from "#ui/admin/dialog";
import { TextField } from "#ui/admin/form";
import { money } from "#ui/admin/format";
import { ListScreen } from "#ui/admin/list-screen";
import { ListTotals } from "#ui/admin/list-totals";
import { type Column, useListFilters, useListInput } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import { useRefresh, useTRPC } from "#ui/admin/trpc";

type Transfer = RouterOutput["operatorTransfers"]["list"]["data"][number];

const useRefreshTransfers = () => useRefresh((trpc) => trpc.operatorTransfers.pathFilter());

function ConfirmTransfer({ reference, amount_usd_cents: cents }: Transfer) {
  const { mutateAsync } = useMutation(useTRPC().operatorTransfers.confirm.mutationOptions());
  return (
    <FormDialog
      button="Confirm"
      title={`Confirm transfer ${reference}`}
      description="Marks the order as paid, so that credits are allocated to it. This can’t be undone."
      action="Confirm transfer"
      done={`Transfer ${reference} confirmed`}
      schema={async () => (await import("#admin/schemas")).Received}
      initial={{ amount_usd_cents: "" }}
      send={(values) => mutateAsync({ reference, ...values })}
      onDone={useRefreshTransfers()}
    >
      <TextField
        name="amount_usd_cents"
        label="Amount received (USD)"
        hint={`As shown on your bank statement. Expected: ${money(cents, "USD")}.`}
        inputMode="decimal"
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  );
}

function RejectTransfer({ reference }: Transfer) {
  const { mutateAsync } = useMutation(useTRPC().operatorTransfers.reject.mutationOptions());
  const refresh = useRefreshTransfers();
  return (
    <Confirm
      button="Reject"
      title={`Reject transfer ${reference}?`}
      description="Cancels the order, releases its credits and emails the customer. If the money arrives later, return it yourself."
      action="Reject transfer"
      done={`Transfer ${reference} rejected`}
      run={() => mutateAsync({ reference }).finally(refresh)}
    />
  );
}

function RecordRefund({ reference, refunding_usd_cents }: Transfer) {
  const { mutateAsync } = useMutation(useTRPC().operatorTransfers.recordRefund.mutationOptions());
  const refresh = useRefreshTransfers();
  return (
    <Confirm
      button="Record refund"
      title={`Record the refund of ${reference}?`}
      description={`First return ${money(refunding_usd_cents, "USD")} to the customer’s bank account. This only records it.`}
      done={`Refund of ${reference} recorded`}
      run={() => mutateAsync({ reference }).finally(refresh)}
    />
  );
}

function Actions({ transfer }: { transfer: Transfer }) {
  if (transfer.refunding_usd_cents > 0) return <RecordRefund {...transfer} />;
  if (transfer.state !== "processing") return null;
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <ConfirmTransfer {...transfer} />
      <RejectTransfer {...transfer} />
    </span>
  );
}

const columns: Column<Transfer>[] = [
  {
    head: "Reference",
    cell: ({ reference, account }) => (
      <>
        <span className="font-medium tabular-nums">{reference}</span>
        <span className="block text-sm text-quiet">{account.name}</span>
      </>
    ),
  },
  {
    head: "Customer",
    isExtra: true,
    cell: ({ customer_email: email }) => (
      <span className="block max-w-56 truncate">{email ?? "–"}</span>
    ),
  },
  { head: "State", isExtra: true, cell: ({ state }) => <PaymentState state={state} /> },
  { head: "Due", isExtra: true, cell: ({ due_on: due }) => (due ? <Time at={due} /> : "–") },
  { head: "Amount", align: "right", cell: (row) => money(row.amount_usd_cents, "USD") },
  { head: "Actions", align: "right", cell: (transfer) => <Actions transfer={transfer} /> },
];

type Totals = RouterOutput["operatorTransfers"]["totals"];
type Filters = RouterInput["operatorTransfers"]["totals"];

const figuresOf = ({ sums }: Totals) =>
  sums
    ? [
        { label: "Amount", value: money(sums.amount_usd_cents, "USD") },
        { label: "To return", value: money(sums.refunding_usd_cents, "USD") },
      ]
    : [];

type Input = NonNullable<RouterInput["operatorTransfers"]["list"]>;

export default function TransfersPage() {
  const input = useListInput<Input>("search");
  const trpc = useTRPC();
  const list = useQuery(trpc.operatorTransfers.list.queryOptions(input));
  const totals = useQuery(
    trpc.operatorTransfers.totals.queryOptions(useListFilters<Filters>("search")),
  );
  return (
    <ListScreen
      title="Bank transfers"
      intro="Compare the transfers with your bank statement. Credits stay reserved until you confirm or reject a transfer, or it is overdue."
      search="Reference…"
      columns={columns}
      csv="transfers"
      totals={<ListTotals query={totals} rows="transfers" figures={figuresOf} />}
      keyOf={({ id }) => id}
      query={list}
      empty={[
        "No pending transfers",
        list.data?.is_set_up === false
          ? "Bank transfer is not set up. Set CT_TRANSFER_NAME and CT_TRANSFER_IBAN."
          : "Search by reference to find completed transfers.",
      ]}
    />
  );
}
