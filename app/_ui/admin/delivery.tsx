"use client";
import type { RouterOutput } from "#trpc/router";
import { Badge, StateBadge, type StateLabel } from "./page";

type Event = RouterOutput["webhooks"]["get"];
type EventState = Event["delivery_state"];
type DeliveryState = Event["deliveries"][number]["delivery_state"];
type Attempt = Event["deliveries"][number]["attempts"][number];

export const eventNames: Record<Event["type"], string> = {
  "order.fulfilled": "Order fulfilled",
  "order.cancelled": "Order cancelled",
  "order.retired": "Order retired at the registry",
  "order.retirement_corrected": "Order's registry retirement corrected",
  "checkout_session.completed": "Checkout session completed",
  "checkout_session.expired": "Checkout session expired",
  "payment.refunded": "Payment refunded",
  "payment.disputed": "Payment disputed",
  "invoice.issued": "Invoice issued",
  "subaccount.created": "Subaccount created",
  "subaccount.updated": "Subaccount updated",
  "subaccount.deleted": "Subaccount deleted",
};

export const eventOptions = Object.entries(eventNames).map(([value, text]) => ({ value, text }));

const common = {
  pending: { tone: "pending", text: "Pending" },
  delivered: { tone: "good", text: "Delivered" },
  failed: { tone: "bad", text: "Failed" },
} as const;

/** Of an event with all its receivers. */
export const eventStates: Record<EventState, StateLabel> = {
  ...common,
  none: { tone: "neutral", text: "No receiver" },
};

/** Of an event's delivery to one receiver. */
export const deliveryStates: Record<DeliveryState, StateLabel> = {
  ...common,
  cancelled: { tone: "neutral", text: "Cancelled" },
};

export function DeliveryBadge({ state }: { state: EventState | DeliveryState }) {
  return <StateBadge state={{ ...eventStates, ...deliveryStates }[state]} />;
}

/** The receiver's response, or the reason why there was none. */
export function Response({ status, error }: { status: number | null; error: string | null }) {
  if (status === null) {
    return (
      <span className="inline-block text-danger first-letter:uppercase">
        {error ?? "No response"}
      </span>
    );
  }
  const isSuccess = status >= 200 && status < 300;
  return <span className={isSuccess ? "" : "text-danger"}>{`Status ${status}`}</span>;
}

export function LastResponse({ attempts }: { attempts: readonly Attempt[] }) {
  const last = attempts.at(-1);
  return last ? <Response status={last.response_status} error={last.error} /> : "Not sent yet";
}

const folders: Record<Event["subject_type"], string | null> = {
  order: "orders",
  checkout_session: "checkout",
  subaccount: "subaccounts",
  payment: null,
  invoice: null,
};

/** Address of the event's object, below the account; null for an object without a screen. */
export function subjectPath(event: Pick<Event, "subject_type" | "subject_id">): string | null {
  const folder = folders[event.subject_type];
  return folder && `/${folder}/${event.subject_id}`;
}

export type TestResult = RouterOutput["webhooks"]["sendTest"];

export function TestOutcome({ result }: { result: TestResult }) {
  return (
    <div role="status" className="mt-8 rounded-xl border border-line p-4 text-[0.9375rem]">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={result.delivered ? "good" : "bad"}>
          {result.delivered ? "Received" : "Not received"}
        </Badge>
        <Response status={result.response_status} error={result.error} />
        <span className="text-quiet tabular-nums">{result.duration_ms} ms</span>
      </p>
      {result.response_body && (
        <pre className="mt-3 max-h-40 overflow-auto rounded-lg bg-soft p-3 text-sm whitespace-pre-wrap">
          {result.response_body}
        </pre>
      )}
    </div>
  );
}
