"use client";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { ActionButton } from "#ui/admin/button";
import { mailNames } from "#ui/admin/checkout";
import { eventNames, eventStates, Response } from "#ui/admin/delivery";
import { money, plural, Time } from "#ui/admin/format";
import { Note, Panel, StateBadge, type StateLabel } from "#ui/admin/page";
import { disputeStates, refundStates } from "#ui/admin/refunds";
import { useCall, useRefresh } from "#ui/admin/trpc";
import { Timeline, type TimelineEntry } from "./timeline";

type Order = RouterOutput["orders"]["get"];
type Event = Order["events"][number];

const cancelReasons: Record<NonNullable<Order["cancel_reason"]>, string> = {
  requested: "Requested in the dashboard or through the API.",
  payment_failed: "The payment failed.",
  refunded: "The payment was refunded.",
};

const nextSteps: Record<NonNullable<Order["waits_for"]>, string> = {
  payment: "Waiting for the customer’s payment.",
  dispute: "Waiting for the end of the dispute about the payment.",
  warning: "Waiting because the payment may be fraudulent: refund it, or dismiss the warning.",
  credits: "Waiting for credits: the portfolio’s stock is too low.",
  turn: "Queued. This usually takes less than a second.",
};

function paymentEntries({ payment, session_created_on }: Order): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  if (session_created_on) {
    entries.push({ at: session_created_on, title: "Checkout session created" });
  }
  if (payment?.paid_on) {
    const note = `${money(payment.amount, payment.currency)} by the customer`;
    entries.push({ at: payment.paid_on, title: "Paid", note, tone: "good" });
  }
  return entries;
}

function refundEntries({ refunds }: Order): TimelineEntry[] {
  return refunds.map(({ state, created_on, settled_on, amount, currency, reason }) => {
    const { text } = refundStates[state];
    const tone = state === "failed" ? "bad" : "neutral";
    const note = [money(amount, currency), reason].filter(Boolean).join(": ");
    const title = state === "succeeded" ? text : `Refund ${text.toLowerCase()}`;
    return { at: settled_on ?? created_on, title, note, tone };
  });
}

function disputeEntries({ disputes }: Order): TimelineEntry[] {
  return disputes.flatMap(({ kind, state, opened_on, closed_on, amount, currency, reason }) => {
    const name = kind === "warning" ? "Fraud warning" : "Dispute";
    const note = `${money(amount, currency)}: ${reason.replaceAll("_", " ")}`;
    const opened: TimelineEntry = { at: opened_on, title: `${name} opened`, note, tone: "bad" };
    if (!closed_on) return [opened];
    const tone = state === "lost" ? "bad" : "neutral";
    const title = `${name} ${disputeStates[state].text.toLowerCase()}`;
    return [opened, { at: closed_on, title, tone }];
  });
}

function mailEntries({ mails, customer_email }: Order): TimelineEntry[] {
  return mails.flatMap(({ kind, state, settled_on, last_error }): TimelineEntry[] => {
    if (!settled_on) return [];
    const isSent = state === "sent";
    const title = `${mailNames[kind]} ${isSent ? "sent" : "not sent"}`;
    const note = isSent ? customer_email && `to ${customer_email}` : last_error;
    return [{ at: settled_on, title, note, tone: isSent ? "good" : "bad" }];
  });
}

function eventEntries({ events }: Order): TimelineEntry[] {
  return events.flatMap(({ type, attempts, delivery_state }): TimelineEntry[] => {
    const last = attempts.at(-1);
    if (!last || !["delivered", "failed"].includes(delivery_state)) return [];
    const isDelivered = delivery_state === "delivered";
    return [
      {
        at: last.attempted_on,
        title: `${eventNames[type]}: event ${isDelivered ? "delivered" : "not delivered"}`,
        note: `after ${plural(attempts.length, "attempt")}`,
        tone: isDelivered ? "good" : "bad",
      },
    ];
  });
}

function stateEntries({ created_on, settled_on, state, cancel_reason }: Order): TimelineEntry[] {
  const placed: TimelineEntry = { at: created_on, title: "Placed" };
  if (!settled_on || state === "placed") return [placed];
  if (state === "fulfilled") {
    const note = "All credits are allocated to it.";
    return [placed, { at: settled_on, title: "Fulfilled", note, tone: "good" }];
  }
  const note = cancel_reason && cancelReasons[cancel_reason];
  return [placed, { at: settled_on, title: "Cancelled", note, tone: "bad" }];
}

export function OrderTimeline({ order }: { order: Order }) {
  return (
    <Panel title="Timeline">
      <Timeline
        // In this order where times are equal.
        entries={[
          ...paymentEntries(order),
          ...stateEntries(order),
          ...disputeEntries(order),
          ...refundEntries(order),
          ...eventEntries(order),
          ...mailEntries(order),
        ]}
        next={order.waits_for && nextSteps[order.waits_for]}
      />
    </Panel>
  );
}

const retrying: StateLabel = { tone: "pending", text: "Retrying" };

function DeliveryState({ event: { delivery_state, attempts } }: { event: Event }) {
  const isRetrying = delivery_state === "pending" && attempts.length > 0;
  return <StateBadge state={isRetrying ? retrying : eventStates[delivery_state]} />;
}

function Resend({ event }: { event: Event }) {
  const refresh = useRefresh((trpc) => trpc.orders.pathFilter());
  const resend = useCall((trpc) => trpc.webhooks.redeliver);
  return (
    <ActionButton
      done="Event queued to be resent"
      run={() => resend({ id: event.id }).then(refresh)}
      aria-label={`Resend ${event.type}`}
    >
      Resend event
    </ActionButton>
  );
}

function Attempts({ attempts }: Pick<Event, "attempts">) {
  return (
    <ol className="mt-2 space-y-1 text-sm text-quiet">
      {attempts.map((attempt) => (
        <li key={attempt.attempt} className="wrap-anywhere">
          <Time at={attempt.attempted_on} />
          {": "}
          <Response status={attempt.response_status} error={attempt.error} />
          {` after ${attempt.duration_ms} ms`}
          {attempt.response_body && (
            <code className="mt-0.5 block max-h-24 overflow-y-auto rounded bg-soft px-2 py-1 whitespace-pre-wrap">
              {attempt.response_body}
            </code>
          )}
        </li>
      ))}
    </ol>
  );
}

export function OrderEvents({ order: { events } }: { order: Order }) {
  const { can } = useAccount();
  return (
    <Panel title="Events">
      {events.length === 0 && (
        <Note>No events yet. Fulfillment and cancellation create events.</Note>
      )}
      <ul className="divide-y divide-line">
        {events.map((event) => (
          <li key={event.id} className="py-4 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="flex flex-wrap items-center gap-3">
                <code className="font-medium">{event.type}</code>
                <DeliveryState event={event} />
              </p>
              {can("webhooks") && event.callback_url && <Resend event={event} />}
            </div>
            {event.callback_url && (
              <p className="mt-1 text-sm wrap-anywhere text-quiet">to {event.callback_url}</p>
            )}
            <Attempts attempts={event.attempts} />
            {event.next_attempt_on && (
              <p className="mt-2 text-sm text-quiet">
                Next attempt: <Time at={event.next_attempt_on} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
