// Quotes: what an amount costs, before it is ordered.
import { QuoteMass, QuoteResource, quoteMass } from "#domain/pricing";
import { readingEndpoint } from "./endpoint";

export const quoteMassEndpoint = readingEndpoint({
  method: "POST",
  path: "/quotes",
  operationId: "quoteMass",
  tag: "Quotes",
  summary: "Quote by emissions mass",
  description:
    "Prices the next whole kg. Pass the subaccount and portfolio that the order will have, so " +
    "that the quoted price is the charged price.",
  subaccount: true,
  body: QuoteMass,
  problems: ["invalid-subaccount"],
  resource: QuoteResource,
  run: (ctx, { body, subaccountId }) => quoteMass(ctx, { ...body, subaccountId }),
  present: (quote) => quote,
});
