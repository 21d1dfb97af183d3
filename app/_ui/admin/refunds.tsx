"use client";
// Refunds and disputes of a payment, with the actions that they allow.
import { useMutation } from "@tanstack/react-query";
import { lazy } from "react";
import type { RouterOutput } from "#trpc/router";
import { Confirm, DialogButton } from "./dialog";
import { disputeReason } from "./dispute-reasons";
import { money } from "./format";
import { Badge, Item, Items, Panel, type StateLabel } from "./page";
import { Time } from "./time";
import { useRefresh, useTRPC } from "./trpc";

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

function useRefreshPayment() {
  const orders = useRefresh((trpc) => trpc.orders.pathFilter());
  const sessions = useRefresh((trpc) => trpc.checkout.pathFilter());
  return () => Promise.all([orders(), sessions()]);
}

const paid = ["paid", "disputed", "refunding", "refunded", "charged_back"];

function restOf({ payment }: Props): number {
  if (!paid.includes(payment.state)) return 0;
  const refunded = payment.refunded_usd_cents + payment.refunding_usd_cents;
  return payment.amount_usd_cents - refunded - payment.disputed_usd_cents;
}

const RefundForm = lazy(() => import("./refund-form"));

/** Asks for amount and reason of a refund. */
export function RefundDialog(props: Props) {
  const restCents = restOf(props);
  const refresh = useRefreshPayment();
  if (!props.canWrite || restCents <= 0) return null;
  const id = props.payment.checkout_session_id;
  return (
    <DialogButton button="Refund payment">
      {(state) => <RefundForm id={id} restCents={restCents} state={state} onDone={refresh} />}
    </DialogButton>
  );
}

function DismissWarning({ id }: { id: string }) {
  const refresh = useRefreshPayment();
  const { mutateAsync } = useMutation(useTRPC().checkout.dismissWarning.mutationOptions());
  return (
    <Confirm
      button="Dismiss warning"
      title="Dismiss this fraud warning?"
      description="The order goes on, and gets its credits. If the payment is disputed later, the money may be lost."
      done="Warning dismissed"
      run={() => mutateAsync({ id }).finally(refresh)}
    />
  );
}

/** Lists the payment's refunds. */
export function Refunds({ refunds }: Pick<Props, "refunds">) {
  if (refunds.length === 0) return null;
  return (
    <Panel title="Refunds">
      <Items>
        {refunds.map((refund) => (
          <Item key={refund.id}>
            <span>
              <span className="font-medium tabular-nums">
                {money(refund.amount_usd_cents, "USD")}
              </span>{" "}
              <Badge tone={refundStates[refund.state].tone}>
                {refundStates[refund.state].text}
              </Badge>
              <span className="block text-sm wrap-anywhere text-quiet">
                {refundKinds[refund.kind]}
                {refund.reason && `: ${refund.reason}`}
                {refund.failure && `. The provider says: ${refund.failure.replaceAll("_", " ")}`}
                {refund.dismissal_reason && `. Dismissed: ${refund.dismissal_reason}`}
              </span>
            </span>
            <span className="text-quiet">
              <Time at={refund.settled_on ?? refund.created_on} />
            </span>
          </Item>
        ))}
      </Items>
    </Panel>
  );
}

/** Lists the payment's disputes and fraud warnings. */
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
          <Item key={dispute.id}>
            <span>
              <span className="font-medium">
                {dispute.kind === "warning" ? "Fraud warning" : "Dispute"} of{" "}
                {money(dispute.amount_usd_cents, "USD")}
              </span>{" "}
              <Badge tone={disputeStates[dispute.state].tone}>
                {disputeStates[dispute.state].text}
              </Badge>
              <span className="block text-sm text-quiet">
                {disputeReason(dispute.reason)}
                {dispute.state === "open" && dispute.evidence_due_on && (
                  <>
                    . Evidence due <Time at={dispute.evidence_due_on} />
                  </>
                )}
              </span>
            </span>
            <span className="text-quiet">
              <Time at={dispute.closed_on ?? dispute.opened_on} />
            </span>
          </Item>
        ))}
      </Items>
    </Panel>
  );
}
