import { CreatedWebhookEndpointResource, toCreatedWebhookEndpointResource } from "#domain/webhooks";
import { type Endpoint, endpoint, idParams } from "#rest/endpoint";
import { createListener, pollListener } from "./listeners";
import { PolledResource } from "./resource";
import { CreateListener, PollListener } from "./schema";

const tag = "Webhook endpoints";

export const listenerEndpoints: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/listeners",
    operationId: "createListener",
    tag,
    summary: "Create a listener",
    description:
      "Creates a webhook endpoint of a test account whose deliveries a client polls, so that it works " +
      "behind any network. `carbon-till listen` of the SDK for Node.js is such a client. A listener " +
      "that no client polls for an hour is deleted.",
    status: 201,
    body: CreateListener,
    problems: ["conflict"],
    location: (created) => `/webhook-endpoints/${created["id"]}`,
    example: {
      resource: { kind: "listener", url: "http://localhost:4000/hook", description: "Listener" },
    },
    resource: CreatedWebhookEndpointResource,
    secretField: "secret",
    run: (ctx, { body }) => createListener(ctx, body),
    present: toCreatedWebhookEndpointResource,
  }),

  endpoint({
    method: "POST",
    path: "/listeners/{id}/poll",
    operationId: "pollListener",
    tag,
    summary: "Poll a listener's deliveries",
    description:
      "Records the results of earlier deliveries, and returns those that are due, signed. Each is " +
      "yours for 30 seconds: then it is due again, unless you reported its result. An empty list is " +
      "returned at once: poll again after `poll_after_ms`.",
    isUnkeyed: true,
    params: idParams("The listener's id", "whe_01kx3v6d0tf9sv4m2c8j5a7b9e"),
    body: PollListener,
    // A hundred results.
    maxFields: 1000,
    problems: ["not-found"],
    resource: PolledResource,
    run: (ctx, { params: { id }, body }) => pollListener(ctx, { ...body, id }),
    present: (polled) => polled,
  }),
];
