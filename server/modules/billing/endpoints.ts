import { PageQuery, pageResource } from "#core/page";
import { InvoiceListItemResource } from "#domain/webhooks";
import { type Endpoint, endpoint, idParams, listOf } from "#rest/endpoint";
import { getBalance } from "./balances/balances";
import { BalanceResource, toBalanceResource } from "./balances/resource";
import { getInvoice, listInvoices } from "./invoices";
import { InvoiceResource, toInvoiceListItemResource, toInvoiceResource } from "./resource";
import { getInvoicePdf } from "./stored-pdfs";

const tag = "Billing";

export const billingEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/balance",
    operationId: "getBalance",
    tag,
    summary: "Get your balance and what it still covers",
    description:
      "If your account has billing terms, orders of the API are charged to this balance when they are " +
      "placed. An order that it does not cover is refused with 402 `payment-required`.",
    resource: BalanceResource,
    run: (ctx) => getBalance(ctx),
    present: toBalanceResource,
  }),

  endpoint({
    method: "GET",
    path: "/invoices",
    operationId: "listInvoices",
    tag,
    summary: "List invoices and credit notes, newest first",
    description:
      "An invoice has a month's fulfilled API orders. A credit note credits an invoice or part of it. " +
      "Neither changes once it is issued.",
    query: PageQuery,
    resource: listOf(InvoiceListItemResource),
    run: (ctx, { query }) => listInvoices(ctx, query),
    present: (page) => pageResource(page, toInvoiceListItemResource),
  }),

  endpoint({
    method: "GET",
    path: "/invoices/{id}",
    operationId: "getInvoice",
    tag,
    summary: "Get an invoice or credit note",
    description: "Send `Accept: application/pdf` for the document.",
    params: idParams("The document's id", "inv_01kx3v6d0tf9sv4m2c8j5a7b9e"),
    problems: ["not-found"],
    resource: InvoiceResource,
    run: (ctx, { params }) => getInvoice(ctx, params),
    pdf: async (ctx, document) => (await getInvoicePdf(ctx, document)).bytes,
    present: toInvoiceResource,
  }),
];
