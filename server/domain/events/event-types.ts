// The types of events. A type begins with what the event is about, its subject.

export const eventTypes = ["order.fulfilled", "order.cancelled"] as const;
export type EventType = (typeof eventTypes)[number];

type SubjectOf<Type> = Type extends `${infer Subject}.${string}` ? Subject : never;
export type SubjectType = SubjectOf<EventType>;

export function subjectTypeOf(type: EventType): SubjectType {
  return type.slice(0, type.indexOf(".")) as SubjectType;
}
