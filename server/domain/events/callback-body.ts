import { type EventType, type SubjectType, subjectTypeOf } from "./schema";

interface About {
  id: string;
  type: EventType;
  createdAt: Date;
}

/** Body of a callback. The subject has the name of its type, such as `order`. */
export type Callback<Subject> = { id: string; type: EventType; timestamp: string } & {
  [Name in SubjectType]?: Subject;
};

export function toCallback<Subject>(event: About, subject: Subject): Callback<Subject> {
  const { id, type, createdAt } = event;
  const body = { id, type, timestamp: createdAt.toISOString() };
  return { ...body, [subjectTypeOf(type)]: subject };
}

/** The JSON of `toCallback`, from the JSON of its subject. */
export function callbackText({ id, type, createdAt }: About, subject: string): string {
  const own = JSON.stringify({ id, type, timestamp: createdAt.toISOString() });
  return `${own.slice(0, -1)},"${subjectTypeOf(type)}":${subject}}`;
}
