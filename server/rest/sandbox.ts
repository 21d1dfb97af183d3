import { z } from "zod";
import { resetTestAccount } from "#domain/sandbox";
import { type Endpoint, endpoint } from "./endpoint";

export const sandboxEndpoints: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/test/reset",
    operationId: "resetTestAccount",
    tag: "Sandbox",
    summary: "Delete the test account's data",
    description:
      "Deletes all orders, checkout sessions, payments, reservations, subaccounts and events of the " +
      "test account, with their certificates. What the orders took returns to the test stock within " +
      "minutes, in whole tonnes. Keys, webhook endpoints, payment links, portfolios and settings " +
      "stay, except those of a subaccount. A request that arrives at the same time counts as one " +
      "before. Needs a test key.",
    status: 204,
    // Its account is no longer the key's.
    isUnkeyed: true,
    resource: z.null(),
    run: (ctx) => resetTestAccount(ctx),
    present: () => null,
  }),
];
