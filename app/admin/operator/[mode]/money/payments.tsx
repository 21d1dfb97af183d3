"use client";
import Link from "next/link";
import { moneyOf } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { paymentStates, refundedOf, taskLabels } from "#ui/admin/checkout";
import { FormDialog } from "#ui/admin/dialog";
import { ReasonField } from "#ui/admin/fields";
import { TextField } from "#ui/admin/form";
import { money, Time } from "#ui/admin/format";
import { ListScreen } from "#ui/admin/list-screen";
import { PaymentTotals } from "#ui/admin/list-totals";
import { useOperator } from "#ui/admin/operator";
import { Item, Items, optionsOf, Panel, StateBadge } from "#ui/admin/page";
import { ScreenLink } from "#ui/admin/screen-link";
import type { Column } from "#ui/admin/table";
import { useChange, useScreenData } from "#ui/admin/trpc";
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
  const recordRefund = useChange((trpc) => trpc.operatorPayments.recordRefund);
  const { checkout_session_id: id, owed, currency } = task;
  return (
    <FormDialog
      button="Record other refund"
      title="Record a refund by other means"
      description={`First pay ${money(owed, currency)} back to the customer. This only records it, and can’t be undone.`}
      action="Record refund"
      done="Refund recorded"
      schema={async () => (await import("#admin/schemas")).Reason}
      initial={{ reason: "" }}
      send={({ reason }) => recordRefund({ id, amount: owed, reason })}
    >
      <TextField name="reason" label="How it was paid back" autoComplete="off" autoFocus />
    </FormDialog>
  );
}

function DismissRefund({ task, refundId }: { task: Task; refundId: string }) {
  const dismissRefund = useChange((trpc) => trpc.operatorPayments.dismissRefund);
  const { checkout_session_id: id, owed, currency } = task;
  return (
    <FormDialog
      button="Dismiss refund"
      title="Dismiss the failed refund"
      description={`Nothing is paid back: the customer no longer wants the ${money(owed, currency)}, or is not owed it. The payment can still be refunded later.`}
      done="Refund dismissed"
      schema={async () => (await import("#admin/schemas")).Reason}
      initial={{ reason: "" }}
      send={({ reason }) => dismissRefund({ id, refund_id: refundId, reason })}
    >
      <ReasonField hint="Shown with the refund and in the audit log." />
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

const amountLabels: Record<Task["task"], string> = {
  refund_failed: "Owed to the customer",
  disputed: "Disputed",
  warning: "Paid, may be fraudulent",
  refund_by_hand: "To return",
  refund_waits: "Being refunded",
  outcome_unknown: "Charge",
};

function TaskAmount({ task }: { task: Task }) {
  const { task_amount: amount, amount: paid, currency } = task;
  const text = `${amountLabels[task.task]}: ${money(amount, currency)}`;
  if (amount === paid) return text;
  // A dispute can exceed the payment, when rates have moved.
  return `${text} ${amount < paid ? "of" : "for"} ${money(paid, currency)}`;
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
    cell: (payment) => <PaymentLink payment={payment} />,
    note: ({ account }) => account.name,
  },
  { head: "State", cell: ({ state }) => <StateBadge state={paymentStates[state]} /> },
  { head: "Amount", money: (payment) => moneyOf(payment, payment.amount) },
  { head: "Refunded", isExtra: true, money: refundedOf },
  { head: "Started", isExtra: true, at: (payment) => payment.created_on },
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
      query={payments}
      empty={["No payments yet", "A payment appears here when a customer starts to pay."]}
    />
  );
}
