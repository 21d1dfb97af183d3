import type { z } from "zod";
import { createSchema } from "zod-openapi";

type CreatedSchema = ReturnType<typeof createSchema>;
type Schema = CreatedSchema["schema"];
type Direction = "input" | "output";

function firstOf(schemas: Schema[], created: CreatedSchema, io: Direction): unknown {
  const values = schemas.map((schema) => sampleOf(schema, created, io));
  return values.find((value) => value !== undefined && value !== null) ?? values[0];
}

function objectOf(schema: Exclude<Schema, boolean>, created: CreatedSchema, io: Direction): object {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  // A request example shows all fields; a response example only those always present.
  const names = io === "input" ? Object.keys(properties) : required;
  const values = names.map((name) => [name, sampleOf(properties[name] ?? false, created, io)]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Returns the schema's first example, or one composed of its parts; undefined if there is none. */
function sampleOf(schema: Schema, created: CreatedSchema, io: Direction): unknown {
  if (typeof schema === "boolean") return undefined;
  if ("$ref" in schema && schema.$ref !== undefined) {
    return sampleOf(created.components[schema.$ref.split("/").at(-1) ?? ""] ?? false, created, io);
  }
  const { examples, anyOf, oneOf, type, items, ...rest } = schema as Exclude<
    CreatedSchema["components"][string],
    boolean
  >;
  if (examples) return examples[0];
  if ("default" in rest) return rest.default;
  if ("const" in rest) return rest.const;
  if (rest.enum) return rest.enum[0];
  if (anyOf ?? oneOf) return firstOf(anyOf ?? oneOf ?? [], created, io);
  if (type === "object") return objectOf(schema, created, io);
  if (type !== "array") return undefined;
  const item = items && sampleOf(items, created, io);
  return item === undefined ? [] : [item];
}

/**
 * Builds an example body from the examples of its fields. `overrides` replaces fields; undefined
 * omits one.
 */
export function exampleOf(schema: z.ZodType, io: Direction, instead: object = {}): unknown {
  const created = createSchema(schema, { io });
  const value = sampleOf(created.schema, created, io);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const fields = Object.entries({ ...value, ...instead });
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
}
