import { z } from "zod";
import type { MailKind } from "#checkout/mails/copy";
import type { ListedPayment, PaymentHistory } from "#checkout/payments/queries";
import { toDisputeResource, toRefundResource } from "#checkout/payments/resource";
import { appUrl } from "#core/env";
import { storedPricePerTonne } from "#domain/catalogue";
import type { NewEvent } from "#domain/events";
import { BeneficiaryResource, toBeneficiary } from "#domain/orders";
import { providerNamed } from "#gateways/payments";
import { type CheckoutSession, checkoutSessionStates, consentOf } from "./rules";

export const CheckoutSessionResource = z
  .strictObject({
    id: z
      .string()
      .meta({ description: "The session's id.", examples: ["cs_01kx3v6d0tf9sv4m2c8j5a7b9e"] }),
    amount_kg: z.int().meta({
      description: "Credits to buy on completion, in kg.",
      examples: [25],
    }),
    price_usd_cents: z.int().meta({
      description: "Price charged on completion. It does not change after creation.",
      examples: [175],
    }),
    price_per_tonne_usd_cents: z.int().meta({
      description: "Price per tonne. The price is kg × price per tonne / 1000, rounded up.",
      examples: [7000],
    }),
    success_url: z.string().meta({
      description: "As you set it, with the placeholder {CHECKOUT_SESSION_ID}.",
      examples: ["https://shop.example/thanks?session={CHECKOUT_SESSION_ID}"],
    }),
    cancel_url: z.string().meta({
      description: "URL that the customer goes to if they cancel.",
      examples: ["https://shop.example/basket"],
    }),
    checkout_url: z.string().meta({
      description: "URL of the payment page. Send your customer here.",
      examples: ["https://till.example/checkout/cs_01kx3v6d0tf9sv4m2c8j5a7b9e"],
    }),
    state: z.enum(checkoutSessionStates).meta({
      description:
        "`open` until the customer pays. `complete` after that, even while the payment is " +
        "still processing. `expired` if the customer has not paid in time or you expired the " +
        "session.",
    }),
    created_on: z.iso
      .datetime()
      .meta({ description: "When it was created.", examples: ["2026-11-21T12:00:00.000Z"] }),
    expires_on: z.iso
      .datetime()
      .meta({ description: "24 hours after creation.", examples: ["2026-11-22T12:00:00.000Z"] }),
    completed_on: z.iso
      .datetime()
      .nullable()
      .meta({ description: "Null until completed.", examples: [null] }),
    order_id: z
      .string()
      .nullable()
      .meta({ description: "Id of the order. Null until `complete`.", examples: [null] }),
    credits_expected_by: z.iso
      .date()
      .nullable()
      .meta({
        description: "If it was sold beyond stock: the day by which its credits come.",
        examples: [null],
      }),
    portfolio_id: z.string().meta({
      description: "Portfolio to buy from.",
      examples: ["pf_sandbox_balanced"],
    }),
    subaccount_id: z
      .string()
      .nullable()
      .meta({ description: "Subaccount of the session, if any.", examples: [null] }),
    payment_link_id: z
      .string()
      .nullable()
      .meta({ description: "Payment link that the customer came from, if any.", examples: [null] }),
    order_description: z
      .string()
      .max(512)
      .nullable()
      .meta({
        description: "Description of the future order.",
        examples: ["Deliveries of October"],
      }),
    metadata: z
      .string()
      .max(512)
      .nullable()
      .meta({
        description: "Your own reference, copied to the order; not shown on the certificate.",
        examples: ["invoice 4711"],
      }),
    customer_email: z
      .string()
      .nullable()
      .meta({
        description:
          "Email address of the customer: the one you set, or as the customer changed it. Null in " +
          "`checkout_session.expired`, and after the customer's data is erased.",
        examples: ["customer@shop.example"],
      }),
    beneficiary: BeneficiaryResource.nullable().meta({
      description:
        "Beneficiary of the future order: the one you set, or as the customer changed it. If " +
        "null, the certificate names the subaccount, or else the account.",
    }),
    order_webhook_url: z
      .string()
      .nullable()
      .meta({
        description: "Callback URL of the future order.",
        examples: ["https://example.com/callbacks/carbon"],
      }),
  })
  .meta({ id: "CheckoutSession", description: "Lets a customer pay for credits." });
export type CheckoutSessionResource = z.infer<typeof CheckoutSessionResource>;

/** The session's payment page. */
export const checkoutUrl = (id: string) => `${appUrl()}/checkout/${id}`;

export function toCheckoutSessionResource(session: CheckoutSession): CheckoutSessionResource {
  return {
    id: session.id,
    amount_kg: session.amountKg,
    price_usd_cents: Number(session.priceUsdCents),
    price_per_tonne_usd_cents: storedPricePerTonne(session),
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    checkout_url: checkoutUrl(session.id),
    state: session.state,
    created_on: session.createdAt.toISOString(),
    expires_on: session.expiresAt.toISOString(),
    completed_on: session.completedAt?.toISOString() ?? null,
    order_id: session.orderId,
    credits_expected_by: session.creditsExpectedBy?.toISOString().slice(0, 10) ?? null,
    portfolio_id: session.portfolioId,
    subaccount_id: session.subaccountId,
    payment_link_id: session.paymentLinkId,
    order_description: session.description,
    metadata: session.metadata,
    customer_email: session.customerEmail,
    beneficiary: toBeneficiary(session),
    order_webhook_url: session.callbackUrl,
  };
}

/** Session with its state under the older name `status` too. */
export const CheckoutSessionStatusResource = CheckoutSessionResource.extend({
  status: z.enum(checkoutSessionStates).meta({ description: "The same as `state`." }),
}).meta({
  id: "CheckoutSessionStatus",
  description: "A checkout session in the format for older clients.",
});

export function toCheckoutSessionStatusResource(
  session: CheckoutSession,
): z.infer<typeof CheckoutSessionStatusResource> {
  return { ...toCheckoutSessionResource(session), status: session.state };
}

/** Buyer, consent and withdrawal of a session, for the account's team; the API has none of it. */
export function toBuyerResource(session: CheckoutSession) {
  return {
    customer_country: session.customerCountry,
    is_business: session.isBusiness,
    /** Version of the text that the customer agreed to. */
    consent_text: session.consentText,
    consent_wording: consentOf(session)?.text ?? null,
    consent_language: session.consentLanguage,
    consent_on: session.consentAt?.toISOString() ?? null,
    withdrawal_until: session.withdrawalUntil?.toISOString() ?? null,
    withdrawn_on: session.withdrawnAt?.toISOString() ?? null,
  };
}
export type BuyerResource = ReturnType<typeof toBuyerResource>;

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
    amount_usd_cents: Number(payment.amountUsdCents),
    refunded_usd_cents: Number(payment.refundedUsdCents),
    refunding_usd_cents: Number(payment.refundingUsdCents),
    disputed_usd_cents: payment.disputedUsdCents,
    /** Of the charge, as the provider reports them; null while they are not known. */
    fee_usd_cents: payment.feeUsdCents === null ? null : Number(payment.feeUsdCents),
    net_usd_cents: payment.netUsdCents === null ? null : Number(payment.netUsdCents),
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

/** The event for a session that ended. */
export function sessionEvent(session: CheckoutSession, end: "completed" | "expired"): NewEvent {
  return {
    accountId: session.accountId,
    type: `checkout_session.${end}`,
    subjectId: session.id,
    subaccountId: session.subaccountId,
    // Customers who bought nothing are forgotten soon, and events are kept for longer.
    payload: {
      ...toCheckoutSessionResource(session),
      ...(end === "expired" && { customer_email: null }),
    },
  };
}
