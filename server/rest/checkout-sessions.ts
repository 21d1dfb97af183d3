import type { AccountContext } from "#core/context";
import { requestedAmount, requestedField } from "#core/contract-money";
import { pageResource } from "#core/page";
import { requireUnlimitedKey } from "#domain/accounts";
import {
  CheckoutSessionResource,
  CheckoutSessionStatusResource,
  CreateCheckoutSession,
  CreateCheckoutSessionForEmail,
  CreateRefund,
  createCheckoutSession,
  expireCheckoutSession,
  getCheckoutSession,
  ListCheckoutSessions,
  listCheckoutSessions,
  listRefunds,
  RefundResource,
  requestRefund,
  toCheckoutSessionResource,
  toCheckoutSessionStatusResource,
  toRefundResource,
} from "#domain/checkout";
import { requireCallbackUrl } from "#domain/events";
import { reservations } from "#modules";
import { type Endpoint, endpoint, idParams, listOf, wholeList } from "./endpoint";

const tag = "Checkout";
const deprecated = { since: "2026-11-21", successor: "/checkout/sessions" };

/** Checks the callback URL of a new session's order. Null if there is none. */
async function callbackUrlOf(
  ctx: AccountContext,
  body: CreateCheckoutSession,
): Promise<string | null> {
  const url = body.notification_config?.url;
  return url === undefined ? null : requireCallbackUrl(ctx, { url });
}

type NewSession = Parameters<typeof createCheckoutSession>[1] &
  Pick<CreateCheckoutSession, "reservation_id">;

function create(ctx: AccountContext, { reservation_id: id, ...session }: NewSession) {
  const reservation = id === undefined ? null : { id, ...reservations };
  return createCheckoutSession(ctx, { ...session, reservation });
}

export const checkoutSessionEndpoints: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/checkout/sessions",
    sale: "payment",
    operationId: "createCheckoutSession",
    tag,
    summary: "Create a checkout session",
    description:
      "Send the customer to `checkout_url` to pay. The price is the checkout price, fixed " +
      "now, and at least the smallest charge of the currency, such as $0.50. The session is open " +
      "for 24 hours. The request is rejected " +
      "if the stock does not cover the amount or if a live account has no payment provider. " +
      "Stock is checked again before the customer is charged.",
    subaccount: true,
    status: 201,
    body: CreateCheckoutSession,
    exactlyOneOf: ["amount_kg", "reservation_id"],
    problems: ["conflict", "invalid-subaccount", "insufficient-stock"],
    example: { body: { reservation_id: undefined } },
    location: (session) => `/checkout/sessions/${session["id"]}`,
    resource: CheckoutSessionResource,
    prepare: (ctx, { body }) => callbackUrlOf(ctx, body),
    run: (
      ctx,
      { body: { customer_email: customerEmail = null, ...body }, subaccountId },
      callbackUrl,
    ) => create(ctx, { ...body, subaccountId, callbackUrl, customerEmail }),
    present: toCheckoutSessionResource,
  }),

  endpoint({
    method: "GET",
    path: "/checkout/sessions",
    operationId: "listCheckoutSessions",
    tag,
    summary: "List checkout sessions, newest first",
    description:
      "Returns sessions of the account, or with `X-Subaccount-Id` only those of the subaccount, in " +
      "every state. Filters combine.",
    subaccount: true,
    query: ListCheckoutSessions,
    problems: ["invalid-subaccount"],
    resource: listOf(CheckoutSessionResource),
    run: (ctx, { query, subaccountId }) => listCheckoutSessions(ctx, { ...query, subaccountId }),
    present: (page) => pageResource(page, toCheckoutSessionResource),
  }),

  endpoint({
    method: "GET",
    path: "/checkout/sessions/{id}",
    operationId: "getCheckoutSession",
    tag,
    summary: "Get a checkout session",
    description:
      "Call this when a customer comes back: the session is paid once its `state` is " +
      "`complete`. It then has the `order_id`.",
    params: idParams("The checkout session's id", "cs_01kx3v6d0tf9sv4m2c8j5a7b9e"),
    problems: ["not-found"],
    resource: CheckoutSessionResource,
    run: (ctx, { params }) => getCheckoutSession(ctx, params),
    present: toCheckoutSessionResource,
  }),

  endpoint({
    method: "POST",
    path: "/checkout/sessions/{id}/expire",
    sale: "payment",
    operationId: "expireCheckoutSession",
    tag,
    summary: "Expire an open checkout session",
    description:
      "The page stops accepting payment. You cannot expire a session while its customer's " +
      "payment is in progress.",
    params: idParams("The checkout session's id", "cs_01kx3v6d0tf9sv4m2c8j5a7b9e"),
    problems: ["conflict", "not-found"],
    resource: CheckoutSessionResource,
    run: (ctx, { params }) => expireCheckoutSession(ctx, params),
    present: toCheckoutSessionResource,
  }),

  endpoint({
    method: "POST",
    path: "/checkout/sessions/{id}/refunds",
    sale: "payment",
    operationId: "createRefund",
    tag,
    summary: "Refund a checkout session's payment",
    description:
      "Refunds all or a part of the money, before or after the order is fulfilled. When nothing is " +
      "left, an order that is not fulfilled is cancelled. Retired credits stay retired. The refund " +
      "is `pending` until the payment provider has made it; each refund that succeeds emits " +
      "`payment.refunded`.",
    params: idParams("The checkout session's id", "cs_01kx3v6d0tf9sv4m2c8j5a7b9e"),
    status: 201,
    body: CreateRefund,
    example: { body: { amount: undefined } },
    problems: ["conflict", "not-found"],
    location: (refund) => `/checkout/sessions/${refund["checkout_session_id"]}/refunds`,
    resource: RefundResource,
    run: (ctx, { params, body }) => {
      requireUnlimitedKey(ctx);
      const amount = requestedAmount(body, { name: "amount", currency: ctx.account.currency });
      const field = requestedField(body, "amount");
      return requestRefund(ctx, { ...params, amount, field, reason: body.reason });
    },
    present: toRefundResource,
  }),

  endpoint({
    method: "GET",
    path: "/checkout/sessions/{id}/refunds",
    operationId: "listRefunds",
    tag,
    summary: "List refunds of a checkout session's payment, newest first",
    description:
      "Returns each refund of the payment, whether it succeeded, failed or is still " + "pending.",
    params: idParams("The checkout session's id", "cs_01kx3v6d0tf9sv4m2c8j5a7b9e"),
    problems: ["not-found"],
    resource: listOf(RefundResource),
    run: (ctx, { params }) => listRefunds(ctx, params),
    present: (refunds) => wholeList(refunds.map(toRefundResource)),
  }),

  endpoint({
    method: "POST",
    path: "/orders/checkout-session",
    sale: "order",
    operationId: "createOrderCheckoutSession",
    tag,
    summary: "Create a checkout session (older clients)",
    description:
      "Does the same for clients that know only this path, with the customer's email address.",
    subaccount: true,
    status: 201,
    body: CreateCheckoutSessionForEmail,
    problems: ["conflict", "invalid-subaccount", "insufficient-stock"],
    example: { body: { reservation_id: undefined } },
    deprecated,
    location: (session) => `/checkout/sessions/${session["id"]}`,
    resource: CheckoutSessionStatusResource,
    prepare: (ctx, { body }) => callbackUrlOf(ctx, body),
    run: (ctx, { body: { email, customer_email, ...body }, subaccountId }, callbackUrl) => {
      const customerEmail = customer_email ?? email ?? null;
      return create(ctx, { ...body, subaccountId, callbackUrl, customerEmail });
    },
    present: toCheckoutSessionStatusResource,
  }),

  endpoint({
    method: "GET",
    path: "/orders/checkout-session/{id}",
    operationId: "getOrderCheckoutSession",
    tag,
    summary: "Get a checkout session (older clients)",
    description: "Does the same for clients that know only this path.",
    params: idParams("The checkout session's id", "cs_01kx3v6d0tf9sv4m2c8j5a7b9e"),
    problems: ["not-found"],
    deprecated,
    resource: CheckoutSessionStatusResource,
    run: (ctx, { params }) => getCheckoutSession(ctx, params),
    present: toCheckoutSessionStatusResource,
  }),
];
