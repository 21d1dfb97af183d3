"use client";
// What happened to an order, from the first visit to the checkout to the last mail.
import { formatMoney } from "#core/money";
import { Panel } from "#ui/admin/page";
import { type Happening, Timeline } from "#ui/admin/timeline";
import type { Shown } from "./order";

const reasons = {
  requested: "It was asked for, here or by the API.",
  payment_failed: "Its payment failed.",
  refunded: "Its money was given back.",
} as const;

const mails = {
  instructions: "How to pay",
  receipt: "Receipt",
  certificate: "Certificate",
  failure: "Word of the failed payment",
  refund: "Word of the refund",
} as const;

const awaited = {
  payment: "It waits for its customer's money.",
  credits: "It waits for credits: at the last try there were not enough of its portfolio's.",
  turn: "It waits for its turn, usually less than a second.",
} as const;

function ofMoney({ payment, session_created_on }: Shown): Happening[] {
  const all: Happening[] = [];
  if (session_created_on) all.push({ at: session_created_on, title: "Checkout session created" });
  if (payment?.paid_on) {
    const amount = formatMoney(payment.amount_usd_cents, "USD", "en");
    all.push({
      at: payment.paid_on,
      title: "Paid",
      note: `${amount} by the customer`,
      look: "good",
    });
  }
  if (payment && payment.refunded_usd_cents > 0) {
    const amount = formatMoney(payment.refunded_usd_cents, "USD", "en");
    all.push({ at: payment.updated_on, title: "Given back", note: `${amount} to the customer` });
  }
  return all;
}

function ofMails({ mails: sent, customer_email }: Shown): Happening[] {
  return sent.flatMap(({ kind, state, settled_on, last_error }): Happening[] => {
    if (!settled_on) return [];
    const isSent = state === "sent";
    const title = `${mails[kind]} ${isSent ? "mailed" : "not mailed"}`;
    const note = isSent ? customer_email && `to ${customer_email}` : last_error;
    return [{ at: settled_on, title, note, look: isSent ? "good" : "bad" }];
  });
}

function ofEvents({ events }: Shown): Happening[] {
  return events.flatMap(({ type, attempts, delivery_state }): Happening[] => {
    const last = attempts.at(-1);
    if (!last || !["delivered", "failed"].includes(delivery_state)) return [];
    const isDelivered = delivery_state === "delivered";
    return [
      {
        at: last.attempted_on,
        title: `${type} ${isDelivered ? "delivered" : "could not be delivered"}`,
        note: `after ${attempts.length === 1 ? "one attempt" : `${attempts.length} attempts`}`,
        look: isDelivered ? "good" : "bad",
      },
    ];
  });
}

function ofItself({ created_on, settled_on, state, cancel_reason }: Shown): Happening[] {
  const placed: Happening = { at: created_on, title: "Placed" };
  if (!settled_on || state === "placed") return [placed];
  if (state === "fulfilled") {
    const note = "All its credits are retired.";
    return [placed, { at: settled_on, title: "Fulfilled", note, look: "good" }];
  }
  const note = cancel_reason && reasons[cancel_reason];
  return [placed, { at: settled_on, title: "Cancelled", note, look: "bad" }];
}

export function OrderTimeline({ shown }: { shown: Shown }) {
  // Of what has the same time, what is named first came first.
  const all = [...ofMoney(shown), ...ofItself(shown), ...ofEvents(shown), ...ofMails(shown)];
  return (
    <Panel title="What happened">
      <Timeline all={all} next={shown.waits_for && awaited[shown.waits_for]} />
    </Panel>
  );
}
