"use client";
import { useMutation } from "@tanstack/react-query";
import type { RouterOutput } from "#trpc/router";
import { PaymentState } from "#ui/admin/checkout";
import { Confirm, FormDialog } from "#ui/admin/dialog";
import { TextField } from "#ui/admin/form";
import { money } from "#ui/admin/format";
import { ListTotals } from "#ui/admin/list-totals";
import { Note, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useScreenData } from "#ui/admin/screen-data";
import { DownloadLink } from "#ui/admin/screen-link";
import { SimpleTable } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import { useRefresh, useTRPC } from "#ui/admin/trpc";
import { queries } from "./queries";

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
  return (
    <FormDialog
      button="Reject"
      title={`Reject transfer ${reference}`}
      description="Cancels the order, releases its credits and emails the customer."
      action="Reject transfer"
      done={`Transfer ${reference} rejected`}
      schema={async () => (await import("#admin/schemas")).Rejected}
      initial={{ amount_usd_cents: "" }}
      send={(values) => mutateAsync({ reference, ...values })}
      onDone={useRefreshTransfers()}
    >
      <TextField
        name="amount_usd_cents"
        label="Part that has arrived (USD)"
        hint="Optional. Return it to the customer, then record the refund."
        inputMode="decimal"
        autoComplete="off"
      />
    </FormDialog>
  );
}

function RecordArrival({ reference }: Transfer) {
  const { mutateAsync } = useMutation(useTRPC().operatorTransfers.recordArrival.mutationOptions());
  return (
    <FormDialog
      button="Record money"
      title={`Record money for ${reference}`}
      description="The transfer has ended. Return the money to the customer, then record the refund."
      action="Record money"
      done={`Money for ${reference} recorded`}
      schema={async () => (await import("#admin/schemas")).Received}
      initial={{ amount_usd_cents: "" }}
      send={(values) => mutateAsync({ reference, ...values })}
      onDone={useRefreshTransfers()}
    >
      <TextField
        name="amount_usd_cents"
        label="Amount received (USD)"
        hint="As shown on your bank statement."
        inputMode="decimal"
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
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
  if (transfer.state === "failed") return <RecordArrival {...transfer} />;
  if (transfer.state !== "processing") return null;
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <ConfirmTransfer {...transfer} />
      <RejectTransfer {...transfer} />
    </span>
  );
}

const columns = [
  { head: "Reference" },
  { head: "Customer", isExtra: true },
  { head: "State", isExtra: true },
  { head: "Due", isExtra: true },
  { head: "Amount", align: "right" },
  { head: "Actions", align: "right" },
] as const;

const toRow = (transfer: Transfer) => ({
  key: transfer.id,
  cells: [
    <span key="reference">
      <span className="font-medium tabular-nums">{transfer.reference}</span>
      <span className="block text-sm text-quiet">{transfer.account.name}</span>
    </span>,
    <span key="customer" className="block max-w-56 truncate">
      {transfer.customer_email ?? "–"}
    </span>,
    <PaymentState key="state" state={transfer.state} />,
    transfer.due_on ? <Time key="due" at={transfer.due_on} /> : "–",
    money(transfer.amount_usd_cents, "USD"),
    <Actions key="actions" transfer={transfer} />,
  ],
});

type Totals = RouterOutput["operatorTransfers"]["totals"];

const figuresOf = ({ sums }: Totals) =>
  sums
    ? [
        { label: "Amount", value: money(sums.amount_usd_cents, "USD") },
        { label: "To return", value: money(sums.refunding_usd_cents, "USD") },
      ]
    : [];

/** Pending ones, or those that the screen's search finds; nothing, if there are none. */
export function Transfers() {
  const { transfers: list, transferTotals } = useScreenData(queries);
  if (list.error) return <ProblemNote error={list.error} onRetry={() => list.refetch()} />;
  if (!list.data || list.data.data.length === 0) return null;
  return (
    <Panel title="Bank transfers" actions={<DownloadLink to="/export/transfers.csv" />}>
      <Note className="mb-4">
        Compare them with your bank statement. Credits stay reserved until you confirm or reject a
        transfer, or it is overdue.
      </Note>
      <ListTotals query={transferTotals} rows="transfers" figures={figuresOf} />
      <SimpleTable label="Bank transfers" columns={columns} rows={list.data.data.map(toRow)} />
      {list.data.has_more && (
        <Note className="mt-4">These are the first 100. Search for others by reference.</Note>
      )}
    </Panel>
  );
}
