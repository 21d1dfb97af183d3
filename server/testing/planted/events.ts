// Bugs in callbacks: signatures, addresses, retries.
import type { PlantedBug } from "./bug";

const room = "server/domain/events";
const endpointTest = "server/rest/webhook-endpoints.test.ts";
const deliveryTest = "server/jobs/deliver-events.test.ts";

export const eventBugs: readonly PlantedBug[] = [
  {
    name: "workers-take-events-of-listeners",
    description: "Workers send the events of a listener themselves while its client polls.",
    file: `${room}/lanes.ts`,
    target: "workerLanes",
    find: '.where("listener.lastPolledAt", "is not", null)',
    replacement: `.where("listener.lastPolledAt", "<", sql<Date>\`now() - interval '1 hour'\`)`,
    caughtBy: ["server/modules/listeners/listeners.test.ts"],
  },
  {
    name: "signed-with-the-secret-as-text",
    description:
      "Callbacks are signed with the secret's text instead of the bytes that it encodes.",
    file: `${room}/secrets.ts`,
    target: "keyOf",
    find: 'Buffer.from(secret.slice(PREFIX.length), "base64")',
    replacement: "Buffer.from(secret.slice(PREFIX.length))",
    caughtBy: [deliveryTest],
  },
  {
    name: "expired-secret-still-signs",
    description: "A rotated webhook secret signs callbacks after its overlap has ended.",
    file: `${room}/secrets.ts`,
    target: "findValid",
    find: 'eb("s.expiresAt", ">", now)',
    replacement: 'eb("s.createdAt", "<=", now)',
    caughtBy: [deliveryTest],
  },
  {
    name: "first-retry-skipped",
    description: "The first retry comes after 5 minutes instead of 5 seconds.",
    file: `${room}/delivery-rules.ts`,
    target: "outcomeOf",
    find: "retryDelaysMs[failedBefore]",
    replacement: "retryDelaysMs[failedBefore + 1]",
    caughtBy: [`${room}/delivery-rules.unit.test.ts`],
  },
  {
    name: "late-attempt-undoes-redelivery",
    description: "An attempt that ends late decides about an event that has been made due again.",
    file: `${room}/delivery-queue.ts`,
    target: "record",
    find: '.whereRef("d.nextAttemptAt", "=", "ended.leasedUntil")',
    replacement: "",
    caughtBy: [deliveryTest, "server/rest/events.test.ts"],
  },
  {
    name: "redelivers-for-everybody",
    description: "Redelivering a range of events also makes other accounts' events due.",
    file: `${room}/redelivery.ts`,
    target: "matchingIn",
    find: '.where("d.accountId", "=", range.accountId)',
    replacement: "",
    caughtBy: ["server/rest/events-redelivery.test.ts"],
  },
  {
    name: "disabled-endpoint-is-sent-events",
    description: "Pending events are sent to a webhook endpoint that was disabled.",
    file: `${room}/delivery-queue.ts`,
    target: "claimQuery",
    find: '.on("w.isEnabled", "=", true)',
    replacement: "",
    caughtBy: [endpointTest],
  },
  {
    name: "endpoint-of-every-subaccount",
    description: "A webhook endpoint that is limited to a subaccount gets the others' events.",
    file: `${room}/outbox.ts`,
    target: "insert",
    find: 'eb("w.subaccountId", "=", eb.ref("given.subaccountId")),',
    replacement: 'eb("w.subaccountId", "is not", null),',
    caughtBy: [endpointTest],
  },
  {
    name: "order-counted-once-per-receiver",
    description: "An order that is sent to two receivers at once has its retirements twice.",
    file: "server/domain/webhooks/make-callbacks.ts",
    target: "ordersOf",
    find: ".map(({ accountId, subjectId: orderId }) => [orderId, { accountId, orderId }]),",
    replacement:
      ".map(({ accountId, subjectId: orderId, receiver }) => [receiver + orderId, { accountId, orderId }]),",
    caughtBy: [endpointTest],
  },
  {
    name: "redirect-to-another-host",
    description: "A redirect of a guarded request is followed to another host.",
    file: "server/gateways/fetch/guarded-fetch.ts",
    target: "redirectOf",
    find: "target?.origin === new URL(request.url).origin",
    replacement: "target?.protocol === new URL(request.url).protocol",
    caughtBy: ["server/gateways/fetch/guarded-fetch.unit.test.ts"],
  },
  {
    name: "second-address-unchecked",
    description: "Only the first address of a name is checked for being private.",
    file: "server/gateways/fetch/guarded-connector.ts",
    target: "guardedLookup",
    find: "addresses.some(isForbidden)",
    replacement: "isForbidden(first.address)",
    caughtBy: ["server/gateways/fetch/guard.unit.test.ts"],
  },
];
