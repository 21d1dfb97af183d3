// What the product itself sends: events, signed by Standard Webhooks.
import { z } from "zod";
import type { ZodOpenApiPathItemObject } from "zod-openapi";
import { exampleOf } from "#core/example";
import { type EventType, eventTypes, subjectTypeOf } from "#domain/events";
import { eventDescriptions, getExampleSubject } from "#domain/webhooks";

const headers = z.object({
  "webhook-id": z.string().meta({
    description: "The event's id, the same each time that the event is sent.",
    examples: ["evt_01kx3v6d0tf9sv4m2c8j5a7b9e"],
  }),
  "webhook-timestamp": z
    .string()
    .regex(/^\d+$/)
    .meta({ description: "When this was sent, in seconds since 1970.", examples: ["1795262400"] }),
  "webhook-signature": z.string().meta({
    description:
      "`v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` " +
      "under the secret of the endpoint, or of the account for callback URLs; two of them, parted by " +
      "a space, while secrets rotate.",
    examples: ["v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="],
  }),
});

/** "CheckoutSessionCompleted" of `checkout_session.completed`. */
function nameOf(type: EventType): string {
  return type.replace(/(^|[._])([a-z])/g, (_all, _mark, letter: string) => letter.toUpperCase());
}

function callbackOf(type: EventType) {
  const { summary, resource } = eventDescriptions[type];
  return z
    .strictObject({
      id: z.string().meta({
        description: "The event's id.",
        examples: ["evt_01kx3v6d0tf9sv4m2c8j5a7b9e"],
      }),
      type: z.literal(type).meta({ description: "What happened." }),
      timestamp: z.iso
        .datetime()
        .meta({ description: "When it happened.", examples: ["2026-11-21T12:00:01.250Z"] }),
      [subjectTypeOf(type)]: resource,
    })
    .meta({ id: nameOf(type), description: `${summary}: what is sent to its receivers.` });
}

function itemOf(type: EventType): ZodOpenApiPathItemObject {
  const schema = callbackOf(type);
  const subject = { [subjectTypeOf(type)]: getExampleSubject(type) };
  const example = exampleOf(schema, "output", subject);
  return {
    post: {
      operationId: type,
      tags: ["Events"],
      summary: eventDescriptions[type].summary,
      description:
        `${type.startsWith("order.") ? `Sent to the order's callback URL, and to` : "Sent to"} the ` +
        "account's webhook endpoints for this type. Any 2xx within 15 seconds is success; anything " +
        "else is sent again later, except after a 410.",
      security: [],
      requestParams: { header: headers },
      requestBody: {
        required: true,
        content: { "application/json": { schema, example } },
      },
      responses: {
        "2XX": { description: "The event was received." },
        "410": { description: "Send this event no more." },
      },
    },
  };
}

/** Every kind of callback, by its type. */
export function makeWebhooks(): Record<EventType, ZodOpenApiPathItemObject> {
  const items = eventTypes.map((type) => [type, itemOf(type)] as const);
  return Object.fromEntries(items) as Record<EventType, ZodOpenApiPathItemObject>;
}
