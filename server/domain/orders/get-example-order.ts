// An order that never was, for those who want to see what they would be told of a real one.
import { exampleOf } from "#core/example";
import type { EventType } from "#domain/events";
import { OrderResource } from "./resource";

/** What of a fulfilled order's example is otherwise when an order is cancelled. */
const cancelled = {
  state: "cancelled",
  certificate_public_url: null,
  certificate_download_public_url: null,
  projects: [],
  project_allocations: [],
};

/** In its public form, as a callback of this type carries it. */
export function getExampleOrder(type: EventType): unknown {
  return exampleOf(OrderResource, "output", type === "order.cancelled" ? cancelled : {});
}
