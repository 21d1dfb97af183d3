// Makes the examples of bodies from the examples of their fields.
import type { z } from "zod";
import { createSchema } from "zod-openapi";

type Made = ReturnType<typeof createSchema>;
type Schema = Made["schema"];
type Direction = "input" | "output";

function firstOf(schemas: Schema[], made: Made, io: Direction): unknown {
  const values = schemas.map((schema) => sampleOf(schema, made, io));
  return values.find((value) => value !== undefined && value !== null) ?? values[0];
}

function objectOf(schema: Exclude<Schema, boolean>, made: Made, io: Direction): object {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  // A request shows all that may be sent; an answer only what is always there.
  const names = io === "input" ? Object.keys(properties) : required;
  const values = names.map((name) => [name, sampleOf(properties[name] ?? false, made, io)]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The first example that a schema has or that its parts make up; undefined where none does. */
function sampleOf(schema: Schema, made: Made, io: Direction): unknown {
  if (typeof schema === "boolean") return undefined;
  if ("$ref" in schema && schema.$ref !== undefined) {
    return sampleOf(made.components[schema.$ref.split("/").at(-1) ?? ""] ?? false, made, io);
  }
  const { examples, anyOf, oneOf, type, items, ...rest } = schema as Exclude<
    Made["components"][string],
    boolean
  >;
  if (examples) return examples[0];
  if ("default" in rest) return rest.default;
  if ("const" in rest) return rest.const;
  if (rest.enum) return rest.enum[0];
  if (anyOf ?? oneOf) return firstOf(anyOf ?? oneOf ?? [], made, io);
  if (type === "object") return objectOf(schema, made, io);
  if (type !== "array") return undefined;
  const item = items && sampleOf(items, made, io);
  return item === undefined ? [] : [item];
}

/**
 * A body as an example shows it. What `instead` says of a field takes the place of the field's own
 * example; undefined leaves the field out.
 */
export function exampleOf(schema: z.ZodType, io: Direction, instead: object = {}): unknown {
  const made = createSchema(schema, { io });
  const value = sampleOf(made.schema, made, io);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const fields = Object.entries({ ...value, ...instead });
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
}
