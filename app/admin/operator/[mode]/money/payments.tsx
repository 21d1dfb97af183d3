"use client";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import type { RouterOutput } from "#trpc/router";
import { PaymentState, paymentStates, taskLabels } from "#ui/admin/checkout";
import { FormDialog } from "#ui/admin/dialog";
import { TextField } from "#ui/admin/form";
import { money } from "#ui/admin/format";
import { ListScreen } from "#ui/admin/list-screen";
import { PaymentTotals } from "#ui/admin/list-totals";
import { useOperator } from "#ui/admin/operator";
import { Item, Items, optionsOf, Panel } from "#ui/admin/page";
import { useScreenData } from "#ui/admin/screen-data";
import { ScreenLink } from "#ui/admin/screen-link";
import type { Column } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import { useRefresh, useTRPC } from "#ui/admin/trpc";
import { queries } from "./queries";
import { Transfers } from "./transfers";

type Payment = RouterOutput["operatorPayments"]["list"]["data"][number];
type Task = RouterOutput["operatorPayments"]["tasks"][number];

function PaymentLink({ payment }: { payment: Payment }) {
  const { mode } = useOperator();
  const { account, checkout_session_id: id } = payment;
  return (
    <Link href={`/admin/${account.slug}/${mode}/checkout/${id}`} prefetch={false} className="link">
      {payment.customer_email ?? id}
    </Link>
  );
}

function RecordOtherRefund({ task }: { task: Task }) {
  const refresh = useRefresh((trpc) => trpc.operatorPayments.pathFilter());
  const { mutateAsync } = useMutation(useTRPC().operatorPayments.recordRefund.mutationOptions());
  const { checkout_session_id: id, owed_usd_cents: owed } = task;
  return (
    <FormDialog
      button="Record other refund"
      title="Record a refund by other means"
      description={`First pay ${money(owed, "USD")} back to the customer. This only records it, and can’t be undone.`}
      action="Record refund"
      done="Refund recorded"
      schema={async () => (await import("#admin/schemas")).Reason}
      initial={{ reason: "" }}
      send={({ reason }) => mutateAsync({ id, amount_usd_cents: owed, reason })}
      onDone={refresh}
    >
      <TextField name="reason" label="How it was paid back" autoComplete="off" autoFocus />
    </FormDialog>
  );
}

function DismissRefund({ task, refundId }: { task: Task; refundId: string }) {
  const refresh = useRefresh((trpc) => trpc.operatorPayments.pathFilter());
  const { mutateAsync } = useMutation(useTRPC().operatorPayments.dismissRefund.mutationOptions());
  const { checkout_session_id: id, owed_usd_cents: owed } = task;
  return (
    <FormDialog
      button="Dismiss refund"
      title="Dismiss the failed refund"
      description={`Nothing is paid back: the customer no longer wants the ${money(owed, "USD")}, or is not owed it. The payment can still be refunded later.`}
      action="Dismiss refund"
      done="Refund dismissed"
      schema={async () => (await import("#admin/schemas")).Reason}
      initial={{ reason: "" }}
      send={({ reason }) => mutateAsync({ id, refund_id: refundId, reason })}
      onDone={refresh}
    >
      <TextField
        name="reason"
        label="Reason"
        hint="Shown with the refund and in the audit log."
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  );
}

function TaskAction({ task }: { task: Task }) {
  if (task.task === "refund_failed") {
    const refundId = task.failed_refund_id;
    return (
      <span className="flex flex-wrap gap-2">
        {refundId !== null && <DismissRefund task={task} refundId={refundId} />}
        <RecordOtherRefund task={task} />
      </span>
    );
  }
  if (task.task !== "refund_by_hand") return null;
  const search = new URLSearchParams({
    show: "payments",
    search: task.provider_payment_id ?? "",
  });
  return <ScreenLink to={`/money?${search}`}>Return the transfer</ScreenLink>;
}

/** Names of the amount that a task is about. */
const amountLabels: Record<Task["task"], string> = {
  refund_failed: "Owed to the customer",
  disputed: "Disputed",
  warning: "Paid, may be fraudulent",
  refund_by_hand: "To return",
  refund_waits: "Being refunded",
  outcome_unknown: "Charge",
};

function TaskAmount({ task }: { task: Task }) {
  const { task_usd_cents: cents, amount_usd_cents: paid } = task;
  const text = `${amountLabels[task.task]}: ${money(cents, "USD")}`;
  return cents === paid ? text : `${text} of ${money(paid, "USD")}`;
}

function Tasks() {
  const { data: tasks = [] } = useScreenData(queries).tasks;
  if (tasks.length === 0) return null;
  return (
    <Panel title="Needs attention">
      <Items>
        {tasks.map((task) => (
          <Item key={task.id}>
            <span>
              <span className="font-medium">{taskLabels[task.task]}</span>
              <span className="block text-sm wrap-anywhere text-quiet">
                <TaskAmount task={task} /> · {task.account.name} · <PaymentLink payment={task} />
                {task.evidence_due_on && (
                  <>
                    {" "}
                    · evidence due <Time at={task.evidence_due_on} />
                  </>
                )}
              </span>
            </span>
            <TaskAction task={task} />
          </Item>
        ))}
      </Items>
    </Panel>
  );
}

const columns: Column<Payment>[] = [
  {
    head: "Payment",
    cell: (payment) => (
      <>
        <PaymentLink payment={payment} />
        <span className="block text-sm text-quiet">{payment.account.name}</span>
      </>
    ),
  },
  { head: "State", cell: ({ state }) => <PaymentState state={state} /> },
  { head: "Amount", align: "right", cell: (payment) => money(payment.amount_usd_cents, "USD") },
  {
    head: "Refunded",
    align: "right",
    isExtra: true,
    cell: ({ refunded_usd_cents: cents }) => (cents > 0 ? money(cents, "USD") : "–"),
  },
  { head: "Started", isExtra: true, cell: (payment) => <Time at={payment.created_on} /> },
];

export function Payments() {
  const { payments, paymentTotals } = useScreenData(queries);
  return (
    <ListScreen
      title="Payments"
      intro="Payments of all accounts. Those that need you come first."
      above={
        <>
          <Tasks />
          <Transfers />
        </>
      }
      totals={<PaymentTotals query={paymentTotals} />}
      search="ID of payment, session or provider, transfer’s reference…"
      filters={[{ name: "state", label: "State", options: optionsOf(paymentStates) }]}
      columns={columns}
      csv="all-payments"
      keyOf={({ id }) => id}
      query={payments}
      empty={["No payments yet", "A payment appears here when a customer starts to pay."]}
    />
  );
}
