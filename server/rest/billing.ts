import { BalanceResource, getBalance, toBalanceResource } from "#domain/balances";
import { type Endpoint, endpoint } from "./endpoint";

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
];
