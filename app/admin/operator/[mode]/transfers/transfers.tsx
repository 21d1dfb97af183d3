"use client";
// Bank transfers that wait for the operator: to confirm, to reject, or to refund.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { formatMoney } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { Button } from "#ui/admin/button";
import { Confirm, Dialog } from "#ui/admin/dialog";
import { Form, TextField, useSentForm } from "#ui/admin/form";
import { ListTools } from "#ui/admin/list-tools";
import { Empty, PageHead } from "#ui/admin/page";
import { PaymentState } from "#ui/admin/payment-state";
import { type Column, DataTable, useListState } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";

type Transfer = RouterOutput["operatorTransfers"]["list"]["data"][number];

const Received = z.strictObject({
  amount_usd_cents: z
    .string()
    .regex(/^\d{1,10}([.,]\d{2})?$/, "must be an amount such as 12.50")
    .transform((text) => Math.round(Number(text.replace(",", ".")) * 100)),
});

function useRefresh() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: trpc.operatorTransfers.pathKey() });
}

function ConfirmForm({ transfer, onDone }: { transfer: Transfer; onDone(): void }) {
  const { mutateAsync } = useMutation(useTRPC().operatorTransfers.confirm.mutationOptions());
  const refresh = useRefresh();
  const toast = useToast();
  const { reference } = transfer;
  const sent = useSentForm({
    schema: Received,
    initial: { amount_usd_cents: "" },
    async send(values) {
      await mutateAsync({ reference, ...values });
      onDone();
      toast(`Transfer ${reference} confirmed`);
      await refresh();
    },
  });
  return (
    <Form sent={sent} act="Confirm transfer" onCancel={onDone}>
      <TextField
        name="amount_usd_cents"
        label="Amount received (USD)"
        hint={`As your bank statement shows it. Expected: ${formatMoney(transfer.amount_usd_cents, "USD", "en")}.`}
        inputMode="decimal"
        autoComplete="off"
        autoFocus
      />
    </Form>
  );
}

function ConfirmTransfer({ transfer }: { transfer: Transfer }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Confirm</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Confirm transfer ${transfer.reference}`}
        description="The order is paid for and its credits are retired. This can't be undone."
      >
        <ConfirmForm transfer={transfer} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function RejectTransfer({ reference }: Transfer) {
  const { mutateAsync } = useMutation(useTRPC().operatorTransfers.reject.mutationOptions());
  const refresh = useRefresh();
  return (
    <Confirm
      trigger={(open) => <Button onClick={open}>Reject</Button>}
      title={`Reject transfer ${reference}?`}
      description="The order is cancelled, its credits are free again, and the customer gets an e-mail. If money arrives later, you return it yourself."
      act="Reject transfer"
      done={`Transfer ${reference} rejected`}
      run={async () => {
        await mutateAsync({ reference }).finally(refresh);
      }}
    />
  );
}

function RecordRefund({ reference, amount_usd_cents }: Transfer) {
  const { mutateAsync } = useMutation(useTRPC().operatorTransfers.recordRefund.mutationOptions());
  const refresh = useRefresh();
  return (
    <Confirm
      trigger={(open) => <Button onClick={open}>Record refund</Button>}
      title={`Record the refund of ${reference}?`}
      description={`Return ${formatMoney(amount_usd_cents, "USD", "en")} to the customer's bank account first. Nothing is transferred from here.`}
      act="Record refund"
      done={`Refund of ${reference} recorded`}
      run={async () => {
        await mutateAsync({ reference }).finally(refresh);
      }}
    />
  );
}

function Actions({ transfer }: { transfer: Transfer }) {
  if (transfer.state === "refunding") return <RecordRefund {...transfer} />;
  if (transfer.state !== "processing") return null;
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <ConfirmTransfer transfer={transfer} />
      <RejectTransfer {...transfer} />
    </span>
  );
}

const columns: Column<Transfer>[] = [
  {
    head: "Reference",
    cell: (transfer) => (
      <span>
        <span className="font-medium tabular-nums">{transfer.reference}</span>
        <span className="block text-sm text-quiet">{transfer.account.name}</span>
      </span>
    ),
  },
  {
    head: "Customer",
    isExtra: true,
    cell: (transfer) => (
      <span className="block max-w-56 truncate">{transfer.customer_email ?? "–"}</span>
    ),
  },
  { head: "State", isExtra: true, cell: ({ state }) => <PaymentState state={state} /> },
  { head: "Due", isExtra: true, cell: ({ due_on: due }) => (due ? <Time at={due} /> : "–") },
  {
    head: "Amount",
    align: "right",
    cell: (transfer) => formatMoney(transfer.amount_usd_cents, "USD", "en"),
  },
  {
    head: "Actions",
    align: "right",
    cell: (transfer) => <Actions transfer={transfer} />,
  },
];

export function Transfers() {
  const { place, filters } = useListState();
  const list = useQuery(
    useTRPC().operatorTransfers.list.queryOptions({ ...place, ...filters("search") }),
  );
  return (
    <>
      <PageHead
        title="Bank transfers"
        intro="Compare them with your bank statement. Customers' credits stay reserved until you confirm, reject, or a transfer is overdue."
      />
      <ListTools search="Reference…" />
      <DataTable
        label="Bank transfers"
        columns={columns}
        keyOf={(transfer) => transfer.id}
        query={list}
        empty={
          <Empty title="No transfers waiting">
            <p>
              {list.data?.is_set_up === false
                ? "Bank transfer is not set up for these accounts: set CT_TRANSFER_NAME and CT_TRANSFER_IBAN."
                : "Search by reference to see transfers that are done."}
            </p>
          </Empty>
        }
      />
    </>
  );
}
