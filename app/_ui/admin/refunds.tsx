"use client";
import type { RouterOutput } from "#trpc/router";
import { Confirm, FormDialog } from "./dialog";
import { disputeReason } from "./dispute-reasons";
import { MoneyField } from "./fields";
import { TextField } from "./form";
import { money, Time } from "./format";
import { Item, Items, Panel, StateBadge, type StateLabel } from "./page";
import { useCall, useRefresh } from "./trpc";

type Session = RouterOutput["checkout"]["get"];
type Refund = Session["refunds"][number];
type Dispute = Session["disputes"][number];

interface Props {
  payment: NonNullable<Session["payment"]>;
  refunds: Refund[];
  disputes: Dispute[];
  canWrite: boolean;
}

export const refundStates: Record<Refund["state"], StateLabel> = {
  pending: { tone: "pending", text: "Pending" },
  succeeded: { tone: "good", text: "Refunded" },
  failed: { tone: "bad", text: "Failed" },
};

const refundKinds: Record<Refund["kind"], string> = {
  requested: "Requested",
  cancellation: "Order cancelled",
  late_payment: "Paid too late",
  provider: "Made at the payment provider",
  other_means: "Paid back by other means",
};

export const disputeStates: Record<Dispute["state"], StateLabel> = {
  open: { tone: "bad", text: "Open" },
  won: { tone: "good", text: "Won" },
  lost: { tone: "bad", text: "Lost" },
  dismissed: { tone: "neutral", text: "Dismissed" },
};

/** A payment belongs to its session and to its order. */
function useRefreshPayment() {
  const refreshOrders = useRefresh((trpc) => trpc.orders.pathFilter());
  const refreshSessions = useRefresh((trpc) => trpc.checkout.pathFilter());
  return () => Promise.all([refreshOrders(), refreshSessions()]);
}

const paid = ["paid", "disputed", "refunding", "refunded", "charged_back"];

function remainingOf({ payment }: Props): number {
  if (!paid.includes(payment.state)) return 0;
  const { amount, refunded, refunding, disputed } = payment;
  return amount - refunded - refunding - disputed;
}

export function RefundDialog(props: Props) {
  const remaining = remainingOf(props);
  const refresh = useRefreshPayment();
  const refund = useCall((trpc) => trpc.checkout.refund);
  if (!props.canWrite || remaining <= 0) return null;
  const { checkout_session_id: id, currency } = props.payment;
  return (
    <FormDialog
      button="Refund payment"
      title="Refund payment"
      description="A refund of all that is left cancels an order that is not fulfilled. Credits of a fulfilled order stay with it. This can’t be undone."
      submitVariant="danger"
      done="Refund requested"
      schema={async () => (await import("#admin/schemas")).refundIn(currency)}
      initial={{ amount: null, reason: "" }}
      send={(values) => refund({ id, ...values })}
      onDone={refresh}
    >
      <MoneyField
        label="Amount"
        currency={currency}
        hint={`Leave empty to refund all that is left: ${money(remaining, currency)}.`}
        autoFocus
      />
      <TextField name="reason" label="Reason" hint="For your own records." autoComplete="off" />
    </FormDialog>
  );
}

function DismissWarning({ id }: { id: string }) {
  const refresh = useRefreshPayment();
  const dismissWarning = useCall((trpc) => trpc.checkout.dismissWarning);
  return (
    <Confirm
      button="Dismiss warning"
      title="Dismiss this fraud warning?"
      description="The order continues and gets its credits. If the payment is disputed later, the money may be lost."
      done="Warning dismissed"
      run={() => dismissWarning({ id }).finally(refresh)}
    />
  );
}

export function Refunds({ refunds }: Pick<Props, "refunds">) {
  if (refunds.length === 0) return null;
  return (
    <Panel title="Refunds">
      <Items>
        {refunds.map((refund) => (
          <Item
            key={refund.id}
            title={
              <>
                {money(refund.amount, refund.currency)}{" "}
                <StateBadge state={refundStates[refund.state]} />
              </>
            }
            note={
              <>
                {refundKinds[refund.kind]}
                {refund.reason && `: ${refund.reason}`}
                {refund.failure && `. The provider says: ${refund.failure.replaceAll("_", " ")}`}
                {refund.dismissal_reason && `. Dismissed: ${refund.dismissal_reason}`}
              </>
            }
          >
            <span className="text-quiet">
              <Time at={refund.settled_on ?? refund.created_on} />
            </span>
          </Item>
        ))}
      </Items>
    </Panel>
  );
}

export function Disputes({ payment, disputes, canWrite }: Omit<Props, "refunds">) {
  if (disputes.length === 0) return null;
  const isWarned = disputes.some(({ kind, state }) => kind === "warning" && state === "open");
  return (
    <Panel
      title="Disputes"
      actions={canWrite && isWarned && <DismissWarning id={payment.checkout_session_id} />}
    >
      <Items>
        {disputes.map((dispute) => (
          <Item
            key={dispute.id}
            title={
              <>
                {dispute.kind === "warning" ? "Fraud warning" : "Dispute"} of{" "}
                {money(dispute.amount, dispute.currency)}{" "}
                <StateBadge state={disputeStates[dispute.state]} />
              </>
            }
            note={
              <>
                {disputeReason(dispute.reason)}
                {dispute.state === "open" && dispute.evidence_due_on && (
                  <>
                    . Evidence due <Time at={dispute.evidence_due_on} />
                  </>
                )}
              </>
            }
          >
            <span className="text-quiet">
              <Time at={dispute.closed_on ?? dispute.opened_on} />
            </span>
          </Item>
        ))}
      </Items>
    </Panel>
  );
}
