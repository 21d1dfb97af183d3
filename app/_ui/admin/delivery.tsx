"use client";
// How an event's delivery stands, and how an attempt went.
import { Badge } from "./page";

const states = {
  none: { look: "quiet", text: "No receiver" },
  pending: { look: "waits", text: "Pending" },
  delivered: { look: "good", text: "Delivered" },
  failed: { look: "bad", text: "Failed" },
  cancelled: { look: "quiet", text: "Cancelled" },
} as const;

export type DeliveryState = keyof typeof states;

export const deliveryOptions = (["pending", "delivered", "failed", "none"] as const).map(
  (value) => ({ value, text: states[value].text }),
);

export const eventTexts = {
  "order.fulfilled": "Order fulfilled",
  "order.cancelled": "Order cancelled",
  "checkout_session.completed": "Checkout session completed",
  "checkout_session.expired": "Checkout session expired",
  "payment.refunded": "Payment refunded",
  "subaccount.created": "Subaccount created",
  "subaccount.updated": "Subaccount changed",
  "subaccount.deleted": "Subaccount deleted",
} as const;

export const eventOptions = Object.entries(eventTexts).map(([value, text]) => ({ value, text }));

/** What a callback URL receives. */
export const orderEventOptions = eventOptions.filter(({ value }) => value.startsWith("order."));

export function DeliveryBadge({ state }: { state: DeliveryState }) {
  return <Badge look={states[state].look}>{states[state].text}</Badge>;
}

/** What a receiver answered, or why nothing came. */
export function Answer({ status, error }: { status: number | null; error: string | null }) {
  if (status === null) {
    return (
      <span className="inline-block text-danger first-letter:uppercase">
        {error ?? "No answer"}
      </span>
    );
  }
  const isGood = status >= 200 && status < 300;
  return <span className={isGood ? "" : "text-danger"}>{`Status ${status}`}</span>;
}

interface Subject {
  subject_type: "order" | "checkout_session" | "payment" | "subaccount";
  subject_id: string;
}

/** The page of what an event is about, below the account's own; null where it has none. */
export function subjectPath({ subject_type: type, subject_id: id }: Subject): string | null {
  if (type === "payment") return null;
  const folders = { order: "orders", checkout_session: "checkout", subaccount: "subaccounts" };
  return `/${folders[type]}/${id}`;
}
