"use client";
import { type Currency, moneyOf } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { paymentStates } from "#ui/admin/checkout";
import { Confirm, FormDialog, type FormDialogProps } from "#ui/admin/dialog";
import { MoneyField } from "#ui/admin/fields";
import { money } from "#ui/admin/format";
import { ListTotals, moneyFigure } from "#ui/admin/list-totals";
import { Note, Panel, StateBadge } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { DownloadLink } from "#ui/admin/screen-link";
import { type Column, SimpleTable } from "#ui/admin/table";
import { useCall, useChange, useRefresh, useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

type Transfer = RouterOutput["operatorTransfers"]["list"]["data"][number];

type AmountDialogProps = Pick<
  FormDialogProps<{ amount: string }, { amount: number }, unknown>,
  "button" | "title" | "description" | "action" | "done" | "send"
> & { hint: string; currency: Currency };

function ReceivedDialog({ hint, currency, ...dialog }: AmountDialogProps) {
  return (
    <FormDialog
      {...dialog}
      schema={async () => (await import("#admin/schemas")).receivedIn(currency)}
      initial={{ amount: "" }}
    >
      <MoneyField label="Amount received" currency={currency} hint={hint} autoFocus />
    </FormDialog>
  );
}

function ConfirmTransfer({ reference, amount, currency }: Transfer) {
  const confirm = useChange((trpc) => trpc.operatorTransfers.confirm);
  return (
    <ReceivedDialog
      button="Confirm"
      title={`Confirm transfer ${reference}`}
      description="Marks the order as paid, so that credits are allocated to it. This can’t be undone."
      action="Confirm transfer"
      done={`Transfer ${reference} confirmed`}
      hint={`As shown on your bank statement. Expected: ${money(amount, currency)}.`}
      currency={currency}
      send={(values) => confirm({ reference, ...values })}
    />
  );
}

function RejectTransfer({ reference, currency }: Transfer) {
  const reject = useChange((trpc) => trpc.operatorTransfers.reject);
  return (
    <FormDialog
      button="Reject"
      title={`Reject transfer ${reference}`}
      description="Cancels the order, releases its credits and emails the customer."
      action="Reject transfer"
      done={`Transfer ${reference} rejected`}
      schema={async () => (await import("#admin/schemas")).rejectedIn(currency)}
      initial={{ amount: "" }}
      send={(values) => reject({ reference, ...values })}
    >
      <MoneyField
        label="Part that has arrived"
        currency={currency}
        hint="Optional. Return it to the customer, then record the refund."
      />
    </FormDialog>
  );
}

function RecordArrival({ reference, currency }: Transfer) {
  const record = useChange((trpc) => trpc.operatorTransfers.recordArrival);
  return (
    <ReceivedDialog
      button="Record money"
      title={`Record money for ${reference}`}
      description="The transfer has ended. Return the money to the customer, then record the refund."
      done={`Money for ${reference} recorded`}
      hint="As shown on your bank statement."
      currency={currency}
      send={(values) => record({ reference, ...values })}
    />
  );
}

function RecordRefund({ reference, refunding, currency }: Transfer) {
  const record = useCall((trpc) => trpc.operatorTransfers.recordRefund);
  const refresh = useRefresh((trpc) => trpc.operatorTransfers.pathFilter());
  return (
    <Confirm
      button="Record refund"
      title={`Record the refund of ${reference}?`}
      description={`First return ${money(refunding, currency)} to the customer’s bank account. This only records it.`}
      done={`Refund of ${reference} recorded`}
      run={() => record({ reference }).finally(refresh)}
    />
  );
}

function Actions({ transfer }: { transfer: Transfer }) {
  if (transfer.refunding > 0) return <RecordRefund {...transfer} />;
  if (transfer.state === "failed") return <RecordArrival {...transfer} />;
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
    cell: ({ reference }) => <span className="font-medium tabular-nums">{reference}</span>,
    note: ({ account }) => account.name,
  },
  {
    head: "Customer",
    isExtra: true,
    cell: ({ customer_email: email }) => (
      <span className="block max-w-56 truncate">{email ?? "–"}</span>
    ),
  },
  {
    head: "State",
    isExtra: true,
    cell: ({ state }) => <StateBadge state={paymentStates[state]} />,
  },
  { head: "Due", isExtra: true, at: ({ due_on: at }) => at },
  { head: "Amount", money: (transfer) => moneyOf(transfer, transfer.amount) },
  { head: "Actions", align: "right", cell: (transfer) => <Actions transfer={transfer} /> },
];

type Totals = RouterOutput["operatorTransfers"]["totals"];

const figuresOf = ({ sums }: Totals) =>
  sums
    ? [
        ...moneyFigure(
          "Amount",
          sums.map((sum) => moneyOf(sum, sum.amount)),
        ),
        ...moneyFigure(
          "To return",
          sums.map((sum) => moneyOf(sum, sum.refunding)),
        ),
      ]
    : [];

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
      <SimpleTable label="Bank transfers" rows={list.data.data} columns={columns} />
      {list.data.has_more && (
        <Note className="mt-4">These are the first 100. Search for others by reference.</Note>
      )}
    </Panel>
  );
}
