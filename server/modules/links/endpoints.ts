import { PageQuery, pageResource } from "#core/page";
import { type Endpoint, endpoint, idParams, listOf } from "#rest/endpoint";
import {
  createPaymentLink,
  getPaymentLink,
  listPaymentLinks,
  updatePaymentLink,
} from "./payment-links";
import { PaymentLinkResource, toPaymentLinkResource } from "./resource";
import { CreatePaymentLink, UpdatePaymentLink } from "./schema";

const tag = "Payment links";
const params = idParams("The payment link's id", "plk_01kx3v6d0tf9sv4m2c8j5a7b9e");

export const paymentLinkEndpoints: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/payment-links",
    operationId: "createPaymentLink",
    tag,
    summary: "Create a payment link",
    description:
      "Share its `url` with any number of customers. Each chooses an amount, and pays on a checkout " +
      "session of their own at the checkout price of that moment. A slug that another link has, in " +
      "any account, is a 409 whose `errors` name `slug`.",
    status: 201,
    body: CreatePaymentLink,
    problems: ["conflict", "invalid-subaccount"],
    location: (link) => `/payment-links/${link["id"]}`,
    resource: PaymentLinkResource,
    run: (ctx, { body }) => createPaymentLink(ctx, body),
    present: toPaymentLinkResource,
  }),

  endpoint({
    method: "GET",
    path: "/payment-links",
    operationId: "listPaymentLinks",
    tag,
    summary: "List payment links, newest first",
    description: "Returns active and paused links.",
    query: PageQuery,
    resource: listOf(PaymentLinkResource),
    run: (ctx, { query }) => listPaymentLinks(ctx, query),
    present: (page) => pageResource(page, toPaymentLinkResource),
  }),

  endpoint({
    method: "GET",
    path: "/payment-links/{id}",
    operationId: "getPaymentLink",
    tag,
    summary: "Get a payment link",
    description: "Returns the link with the address that you share.",
    params,
    problems: ["not-found"],
    resource: PaymentLinkResource,
    run: (ctx, { params }) => getPaymentLink(ctx, params),
    present: toPaymentLinkResource,
  }),

  endpoint({
    method: "PUT",
    path: "/payment-links/{id}",
    operationId: "updatePaymentLink",
    tag,
    summary: "Update, pause or resume a payment link",
    description:
      "Replaces all values but the slug, which stays as it was shared. Sessions that customers have " +
      "opened keep their price and can still be paid: expire them to prevent that.",
    params,
    body: UpdatePaymentLink,
    problems: ["invalid-subaccount", "not-found"],
    resource: PaymentLinkResource,
    run: (ctx, { params, body }) => updatePaymentLink(ctx, { ...params, ...body }),
    present: toPaymentLinkResource,
  }),
];
