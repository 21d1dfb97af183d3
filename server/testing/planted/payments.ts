// Bugs in checkout sessions, payments, refunds, mails, and the Stripe gateway.
import type { PlantedBug } from "./bug";

const room = "server/domain/checkout";
const stripe = "server/gateways/payments";
const paymentTest = `${room}/payment.test.ts`;
const endsTest = `${room}/payment-ends.test.ts`;
const stripeTest = `${stripe}/stripe-checkout.isolated.test.ts`;

export const paymentBugs: readonly PlantedBug[] = [
  {
    name: "session-paid-without-lock",
    description: "Two attempts to pay a session at once both find it open.",
    file: `${room}/payment-store.ts`,
    target: "LOCK_SESSION",
    find: "FOR UPDATE",
    replacement: "",
    caughtBy: [paymentTest],
  },
  {
    name: "stock-counted-without-lock",
    description: "Two customers who pay at once count on the same stock.",
    file: `${room}/start-payment.ts`,
    target: "startPayment",
    find: "await lockStock(db, payment.mode);",
    replacement: "",
    caughtBy: [`${room}/stock.test.ts`],
  },
  {
    name: "payments-under-way-reserve-nothing",
    description: "Stock that a payment under way is buying is sold a second time.",
    file: `${room}/find-obstacle.ts`,
    target: "findCoveredKg",
    find: "await findPaying(ctx.db, mode)",
    replacement: "[]",
    caughtBy: [`${room}/stock.test.ts`],
  },
  {
    name: "old-status-applied",
    description:
      "A provider's status is applied although the payment has changed since it was read.",
    file: `${room}/settle-payment.ts`,
    target: "settlePayment",
    find: "if (!payment || payment.version !== seen.version) return false;",
    replacement: "if (!payment) return false;",
    caughtBy: [endsTest],
  },
  {
    name: "matched-before-paid",
    description: "An order whose money is still on its way is matched at once.",
    file: `${room}/settle-payment.ts`,
    target: "complete",
    find: "awaitingPayment: !isPaid",
    replacement: "awaitingPayment: false && isPaid",
    caughtBy: [paymentTest],
  },
  {
    name: "expired-while-paying",
    description: "The job expires a session whose payment is under way.",
    file: `${room}/store.ts`,
    target: "EXPIRE_DUE",
    find: "AND NOT paying",
    replacement: "",
    caughtBy: [`${room}/expiry.isolated.test.ts`, endsTest],
  },
  {
    name: "refund-never-requested",
    description: "The payment of a cancelled order is to be refunded, and nobody does it.",
    file: `${room}/cancel-and-refund.ts`,
    target: "cancelAndRefund",
    find: "{ now, askAt: now }",
    replacement: "{ now, askAt: null }",
    caughtBy: [endsTest],
  },
  {
    name: "mail-sent-by-two-workers",
    description: "A worker whose lease ended overwrites what the next worker decided about a mail.",
    file: `${room}/mail-store.ts`,
    target: "RECORD",
    find: "AND ($3 = 'sent' OR due_at = $7::timestamptz)",
    replacement: "AND $7::timestamptz IS NOT NULL",
    caughtBy: ["server/jobs/send-mails.isolated.test.ts"],
  },
  {
    name: "stripe-retry-without-key",
    description: "A payment begun again after a lost answer has another idempotency key.",
    file: `${room}/learn-payment.ts`,
    target: "beginPayment",
    find: "payment.intentNumber",
    replacement: "Date.now()",
    caughtBy: [stripeTest],
  },
  {
    name: "stripe-pending-refund-counts",
    description: "A refund that is still pending at Stripe counts as money returned.",
    file: `${stripe}/stripe-status.ts`,
    target: "refundedCentsOf",
    find: 'status === null || status === "succeeded"',
    replacement: 'status !== "failed"',
    caughtBy: [`${stripe}/stripe-endings.unit.test.ts`],
  },
  {
    name: "stripe-replayed-answer-believed",
    description: "Stripe's replayed answer to an earlier attempt is taken for the present status.",
    file: `${stripe}/stripe-payments.ts`,
    target: "confirm",
    find: "isRepeated(intent.lastResponse.headers) ? await look() : stood(intent)",
    replacement: "stood(intent)",
    caughtBy: [`${stripe}/stripe-payments.unit.test.ts`],
  },
  {
    name: "stripe-signature-over-reserialized-body",
    description:
      "Stripe's signature is checked over the body as we would write it, not as it came.",
    file: "server/rest/stripe-webhook.ts",
    target: "stripeWebhook",
    find: "(await readBody(request, MAX_BYTES)).toString()",
    replacement: "JSON.stringify(JSON.parse((await readBody(request, MAX_BYTES)).toString()))",
    caughtBy: [stripeTest],
  },
];
