// What each type of event is about, and how it looks in what is sent.
import type { z } from "zod";
import { exampleOf } from "#core/example";
import { SubaccountResource } from "#domain/accounts";
import { CheckoutSessionResource, PaymentEventResource } from "#domain/checkout";
import type { EventType } from "#domain/events";
import { getExampleOrder, OrderResource } from "#domain/orders";

interface Description {
  summary: string;
  resource: z.ZodType;
  /** What its example shows in place of the fields' own. */
  example?: object;
}

const completedOn = "2026-11-21T12:05:00.000Z";

export const eventDescriptions: Readonly<Record<EventType, Description>> = {
  "order.fulfilled": { summary: "An order's credits were retired", resource: OrderResource },
  "order.cancelled": { summary: "An order was cancelled", resource: OrderResource },
  "checkout_session.completed": {
    summary: "A customer completed a checkout session",
    resource: CheckoutSessionResource,
    example: { state: "complete", completed_on: completedOn },
  },
  "checkout_session.expired": {
    summary: "A checkout session expired",
    resource: CheckoutSessionResource,
    example: { state: "expired" },
  },
  "payment.refunded": { summary: "A payment was given back", resource: PaymentEventResource },
  "subaccount.created": { summary: "A subaccount was created", resource: SubaccountResource },
  "subaccount.updated": { summary: "A subaccount was changed", resource: SubaccountResource },
  "subaccount.deleted": { summary: "A subaccount was deleted", resource: SubaccountResource },
};

/** An example of the subject, as an event of the type carries it. */
export function getExampleSubject(type: EventType): unknown {
  const { resource, example } = eventDescriptions[type];
  if (type === "order.fulfilled" || type === "order.cancelled") return getExampleOrder(type);
  return exampleOf(resource, "output", example);
}
