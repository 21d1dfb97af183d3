import { z } from "zod";
import { describedText, nullableText } from "#checkout/payments/resource";
import { amountFields, amountSchema, currencyField } from "#core/contract-money";
import { appUrl } from "#core/env";
import { storedPricePerTonne } from "#domain/catalogue";
import type { NewEvent } from "#domain/events";
import { BeneficiaryResource, toBeneficiary } from "#domain/orders";
import { type CheckoutSession, checkoutSessionStates, consentOf } from "./rules";

export const CheckoutSessionResource = z
  .strictObject({
    id: describedText("The session's id.", "cs_01kx3v6d0tf9sv4m2c8j5a7b9e"),
    amount_kg: z.int().meta({
      description: "Credits to buy on completion, in kg.",
      examples: [25],
    }),
    currency: currencyField,
    ...amountSchema("price", {
      description: "Price charged on completion. It does not change after creation.",
      example: 175,
    }),
    ...amountSchema("price_per_tonne", {
      description: "Price per tonne. The price is kg × price per tonne / 1000, rounded up.",
      example: 7000,
    }),
    success_url: describedText(
      "As you set it, with the placeholder {CHECKOUT_SESSION_ID}.",
      "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
    ),
    cancel_url: describedText(
      "URL that the customer goes to if they cancel.",
      "https://shop.example/basket",
    ),
    checkout_url: describedText(
      "URL of the payment page. Send your customer here.",
      "https://till.example/checkout/cs_01kx3v6d0tf9sv4m2c8j5a7b9e",
    ),
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
    order_id: nullableText("Id of the order. Null until `complete`.", null),
    credits_expected_by: z.iso
      .date()
      .nullable()
      .meta({
        description: "If it was sold beyond stock: the day by which its credits come.",
        examples: [null],
      }),
    portfolio_id: describedText("Portfolio to buy from.", "pf_sandbox_balanced"),
    subaccount_id: nullableText("Subaccount of the session, if any.", null),
    payment_link_id: nullableText("Payment link that the customer came from, if any.", null),
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
    order_webhook_url: nullableText(
      "Callback URL of the future order.",
      "https://example.com/callbacks/carbon",
    ),
  })
  .meta({ id: "CheckoutSession", description: "Lets a customer pay for credits." });
export type CheckoutSessionResource = z.infer<typeof CheckoutSessionResource>;

/** The session's payment page. */
export const checkoutUrl = (id: string) => `${appUrl()}/checkout/${id}`;

export function toCheckoutSessionResource(session: CheckoutSession): CheckoutSessionResource {
  return {
    id: session.id,
    amount_kg: session.amountKg,
    currency: session.currency,
    ...amountFields(
      { price: Number(session.price), price_per_tonne: storedPricePerTonne(session) },
      session.currency,
    ),
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
    buyer_name: session.buyerName,
    buyer_address: session.buyerAddress,
    buyer_vat_id: session.buyerVatId,
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
