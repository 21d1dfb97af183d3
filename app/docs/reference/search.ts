// Finds operations by what they are called, where they are, and which fields they have.
import { listOperations, type Operation, resolve, type Schema } from "./contents";

function fieldNames(schema: Schema | undefined, depth = 0): string[] {
  if (!schema || depth > 6) return [];
  const { properties = {}, items, anyOf = [] } = resolve(schema);
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      name,
      ...fieldNames(field, depth + 1),
    ]),
    ...fieldNames(items, depth + 1),
    ...anyOf.flatMap((option) => fieldNames(option, depth + 1)),
  ];
}

function textOf(operation: Operation): string {
  const { id, path, method, group, summary, description, parameters, body, answers } = operation;
  const answered = answers.flatMap(({ content, headers }) => [
    ...Object.entries(content).flatMap(([, { schema, examples }]) => [
      ...fieldNames(schema),
      ...Object.keys(examples ?? {}),
    ]),
    ...headers.map(({ name }) => name),
  ]);
  const sent = Object.values(body).flatMap(({ schema }) => fieldNames(schema));
  const words = [id, path, method, group, summary, description];
  return [...words, ...parameters.map(({ name }) => name), ...sent, ...answered]
    .join(" ")
    .toLowerCase();
}

let texts: Map<Operation, string> | undefined;

/** The operations that have every word of the query somewhere; all where it has no word. */
export function findOperations(query: string): Operation[] {
  texts ??= new Map(listOperations().map((operation) => [operation, textOf(operation)]));
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = [...texts].filter(([, text]) => words.every((word) => text.includes(word)));
  return matches.map(([operation]) => operation);
}
