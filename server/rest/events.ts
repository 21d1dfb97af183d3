// Events: what happened to the account's orders, and how their callbacks went.
import { pageResource } from "#core/page";
import {
  EventListItemResource,
  EventResource,
  getEvent,
  ListEvents,
  listEvents,
  RedeliverEvents,
  RedeliveredResource,
  redeliverEvent,
  redeliverEvents,
  toEventListItemResource,
  toEventResource,
  toRedeliveredResource,
} from "#domain/events";
import { endpoint } from "./endpoint";
import { idParams, listOf } from "./shapes";

const tag = "Events";

export const listEventsEndpoint = endpoint({
  method: "GET",
  path: "/events",
  operationId: "listEvents",
  tag,
  summary: "List events, newest first",
  description:
    "Whether they have receivers or not: whoever has no public URL reads them here instead. Events " +
    "of orders, unless `type` or `subject_type` names others. Filters combine.",
  query: ListEvents,
  resource: listOf(EventListItemResource),
  run: (ctx, { query }) => listEvents(ctx, query),
  present: (page) => pageResource(page, toEventListItemResource),
});

export const getEventEndpoint = endpoint({
  method: "GET",
  path: "/events/{id}",
  operationId: "getEvent",
  tag,
  summary: "Get an event with the attempts to deliver it",
  params: idParams("The event's id", "evt_01kx3v6d0tf9sv4m2c8j5a7b9e"),
  problems: ["not-found"],
  resource: EventResource,
  run: (ctx, { params }) => getEvent(ctx, params),
  present: toEventResource,
});

export const redeliverEventEndpoint = endpoint({
  method: "POST",
  path: "/events/{id}/redeliver",
  operationId: "redeliverEvent",
  tag,
  summary: "Send an event again",
  description:
    "To its callback URL and the webhook endpoints that it was for. It is due at once, whether it " +
    "was delivered, failed or is still pending, and is retried as if it were new. Refused where " +
    "it has no receiver.",
  params: idParams("The event's id", "evt_01kx3v6d0tf9sv4m2c8j5a7b9e"),
  problems: ["conflict", "not-found"],
  resource: EventResource,
  run: (ctx, { params }) => redeliverEvent(ctx, params),
  present: toEventResource,
});

export const redeliverEventsEndpoint = endpoint({
  method: "POST",
  path: "/events/redeliver",
  operationId: "redeliverEvents",
  tag,
  summary: "Send the events of a stretch of time again",
  description:
    "To those receivers for which they failed, unless you name another state. They are due at " +
    "once, the oldest 10,000 at a time; while `has_more` is true, ask again.",
  body: RedeliverEvents,
  example: { body: { order_id: undefined, webhook_endpoint_id: undefined } },
  resource: RedeliveredResource,
  run: (ctx, { body }) => redeliverEvents(ctx, body),
  present: toRedeliveredResource,
});
