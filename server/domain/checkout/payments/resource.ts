// Payments, refunds and disputes, in the API, in events and in the dashboard.
import { z } from "zod";
import type { MailKind } from "#checkout/mails/copy";
import { disputeKinds, disputeStates, refundKinds, refundStates } from "#checkout/refunds/rules";
import type { Dispute, Refund } from "#checkout/refunds/store";
import type { CheckoutSession } from "#checkout/sessions/rules";
import { amountFields, amountSchema, currencyField } from "#core/contract-money";
import type { NewEvent } from "#domain/events";
import { providerNamed } from "#gateways/payments";
import type { ListedPayment, PaymentHistory } from "./queries";
import type { Payment } from "./store";

export const describedText = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] });
export const nullableText = (description: string, example: string | null) =>
  z
    .string()
    .nullable()
    .meta({ description, examples: [example] });

const amount = amountSchema("amount", { description: "Amount.", example: 75 });
const example = { examples: ["2026-11-21T12:05:00.000Z"] };
const moment = (description: string) => z.iso.datetime().meta({ description, ...example });
const nullableMoment = (description: string) =>
  z.iso
    .datetime()
    .nullable()
    .meta({ description, ...example });

export const RefundResource = z
  .strictObject({
    id: describedText("The refund's id.", "rfd_01kx3v6d0tf9sv4m2c8j5a7b9e"),
    checkout_session_id: describedText(
      "The checkout session that was paid.",
      "cs_01kx3v6d0tf9sv4m2c8j5a7b9e",
    ),
    payment_id: describedText("The payment that is refunded.", "pay_01kx3v6d0tf9sv4m2c8j5a7b9e"),
    currency: currencyField,
    ...amount,
    state: z.enum(refundStates).meta({
      description:
        "`pending` until the payment provider reports the outcome. A refund that `succeeded` can " +
        "still become `failed` if the customer's bank returns it. A `failed` refund does not " +
        "count; request another.",
      examples: ["succeeded"],
    }),
    kind: z.enum(refundKinds).meta({
      description:
        "`requested` by you. `cancellation`: the order was cancelled. `late_payment`: the money " +
        "arrived after session or order had ended. `provider`: made at the payment provider by " +
        "hand. `other_means`: the customer was paid back otherwise.",
      examples: ["requested"],
    }),
    reason: nullableText("Reason that was given.", "Ordered twice"),
    failure: nullableText("The payment provider's code for a failure; null unless `failed`.", null),
    created_on: moment("When it was requested."),
    settled_on: nullableMoment("When it succeeded or failed; null while `pending`."),
  })
  .meta({ id: "Refund", description: "A refund of all or part of a payment." });
export type RefundResource = z.infer<typeof RefundResource>;

export function toRefundResource(refund: Refund): RefundResource {
  return {
    id: refund.id,
    checkout_session_id: refund.checkoutSessionId,
    payment_id: refund.paymentId,
    currency: refund.currency,
    ...amountFields({ amount: refund.amount }, refund.currency),
    state: refund.state,
    kind: refund.kind,
    reason: refund.reason,
    failure: refund.failure,
    created_on: refund.createdAt.toISOString(),
    settled_on: refund.settledAt?.toISOString() ?? null,
  };
}

const DisputeResource = z
  .strictObject({
    id: describedText("The dispute's id.", "dsp_01kx3v6d0tf9sv4m2c8j5a7b9e"),
    kind: z.enum(disputeKinds).meta({
      description:
        "`dispute`: the customer's bank claims the money back. `warning`: it warns of fraud.",
      examples: ["dispute"],
    }),
    state: z.enum(disputeStates).meta({
      description:
        "`open`, then `won` (you keep the money) or `lost`. A warning can be `dismissed`.",
      examples: ["open"],
    }),
    currency: currencyField,
    ...amount,
    reason: describedText("The payment provider's code.", "fraudulent"),
    evidence_due_on: nullableMoment("Until when you can send evidence to the provider."),
    opened_on: moment("When it was opened."),
    closed_on: nullableMoment("When it was closed; null while `open`."),
  })
  .meta({ id: "Dispute", description: "A dispute or fraud warning about a payment." });

function toDisputeResource(dispute: Dispute): z.infer<typeof DisputeResource> {
  return {
    id: dispute.id,
    kind: dispute.kind,
    state: dispute.state,
    currency: dispute.currency,
    ...amountFields({ amount: dispute.amount }, dispute.currency),
    reason: dispute.reason,
    evidence_due_on: dispute.evidenceDueOn?.toISOString() ?? null,
    opened_on: dispute.openedAt.toISOString(),
    closed_on: dispute.closedAt?.toISOString() ?? null,
  };
}

const eventStates = ["paid", "disputed", "refunding", "refunded", "charged_back"] as const;

/** A payment in events, with the refund or dispute that the event reports. */
export const PaymentEventResource = z
  .strictObject({
    id: describedText("The payment's id.", "pay_01kx3v6d0tf9sv4m2c8j5a7b9e"),
    checkout_session_id: describedText(
      "The checkout session that was paid.",
      "cs_01kx3v6d0tf9sv4m2c8j5a7b9e",
    ),
    order_id: nullableText(
      "Order of the session; null without an order.",
      "ord_01kx3v6d0tf9sv4m2c8j5a7b9e",
    ),
    state: z.enum(eventStates).meta({
      description:
        "State of the payment. `refunding`: the rest will be refunded. `refunded`: in full. " +
        "`charged_back`: a dispute was lost.",
      examples: ["paid"],
    }),
    currency: currencyField,
    ...amountSchema("amount", { description: "Amount that the customer paid.", example: 175 }),
    ...amountSchema("refunded", {
      description: "Sum of the refunds that succeeded.",
      example: 75,
    }),
    refund: RefundResource.nullable().meta({
      description: "The refund of `payment.refunded`; else null.",
    }),
    dispute: DisputeResource.nullable().meta({
      description: "The dispute of `payment.disputed`; else null.",
    }),
  })
  .meta({ id: "PaymentEvent", description: "A payment that was refunded or disputed." });

/** Events for refunds that succeeded, and for disputes that were opened or closed. */
export function paymentEvents(
  payment: Payment,
  session: CheckoutSession,
  { refunds, disputes }: { refunds: readonly Refund[]; disputes: readonly Dispute[] },
): NewEvent[] {
  const subject = {
    id: payment.id,
    checkout_session_id: session.id,
    order_id: session.orderId,
    state: payment.state as (typeof eventStates)[number],
    currency: payment.currency,
    ...amountFields({ amount: payment.amount, refunded: payment.refunded }, payment.currency),
  };
  const owner = {
    accountId: session.accountId,
    subjectId: payment.id,
    subaccountId: session.subaccountId,
  };
  const refunded = refunds.map((refund): NewEvent => {
    const payload = { ...subject, refund: toRefundResource(refund), dispute: null };
    return { ...owner, type: "payment.refunded", payload };
  });
  const disputed = disputes.map((dispute): NewEvent => {
    const payload = { ...subject, refund: null, dispute: toDisputeResource(dispute) };
    return { ...owner, type: "payment.disputed", payload };
  });
  return [...refunded, ...disputed];
}

/** A payment as the dashboard shows it; the API has none of it. */
export function toPaymentResource(payment: ListedPayment) {
  return {
    id: payment.id,
    checkout_session_id: payment.checkoutSessionId,
    order_id: payment.session.orderId,
    customer_email: payment.session.customerEmail,
    order_description: payment.session.description,
    state: payment.state,
    /** The reason why the last attempt took no money. */
    failure: payment.failure,
    currency: payment.currency,
    amount: Number(payment.amount),
    refunded: Number(payment.refunded),
    refunding: Number(payment.refunding),
    disputed: payment.disputedAmount,
    /** Of the charge, as the provider reports them; null while they are not known. */
    settlement_currency: payment.settlementCurrency,
    fee: payment.fee === null ? null : Number(payment.fee),
    net: payment.net === null ? null : Number(payment.net),
    provider: payment.provider,
    provider_label: providerNamed(payment.provider).label,
    provider_payment_id: payment.providerPaymentId,
    attempts: payment.attempts,
    created_on: payment.createdAt.toISOString(),
    updated_on: payment.updatedAt.toISOString(),
    paid_on: payment.paidAt?.toISOString() ?? null,
  };
}

/** Payment and mails of a session, for the dashboard. */
export function toPaymentHistoryResource(history: PaymentHistory) {
  const { payment, refunds, disputes, mails } = history;
  return {
    payment: payment && toPaymentResource(payment),
    refunds: refunds.map((refund) => ({
      ...toRefundResource(refund),
      dismissal_reason: refund.dismissalReason,
    })),
    disputes: disputes.map(toDisputeResource),
    mails: mails.map((mail) => ({
      id: mail.id,
      kind: mail.template as MailKind | "instructions",
      state: mail.state,
      created_on: mail.createdAt.toISOString(),
      settled_on: mail.settledAt?.toISOString() ?? null,
      last_error: mail.lastError,
    })),
  };
}
