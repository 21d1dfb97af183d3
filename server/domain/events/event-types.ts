// The types of events. A type begins with what the event is about, its subject.

export const eventTypes = [
  "order.fulfilled",
  "order.cancelled",
  "checkout_session.completed",
  "checkout_session.expired",
  "payment.refunded",
  "subaccount.created",
  "subaccount.updated",
  "subaccount.deleted",
] as const;
export type EventType = (typeof eventTypes)[number];

/** Those that an order's own callback URL receives. */
export const orderEventTypes = [
  "order.fulfilled",
  "order.cancelled",
] as const satisfies EventType[];
export type OrderEventType = (typeof orderEventTypes)[number];

type SubjectOf<Type> = Type extends `${infer Subject}.${string}` ? Subject : never;
export const subjectTypes = ["order", "checkout_session", "payment", "subaccount"] as const;
export type SubjectType = SubjectOf<EventType>;

export function subjectTypeOf<Type extends EventType>(type: Type): SubjectOf<Type> {
  return type.slice(0, type.indexOf(".")) as SubjectOf<Type>;
}
