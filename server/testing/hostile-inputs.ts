// Invalid inputs for every procedure of the router, and what is wrong with its responses.
import { TRPCError } from "@trpc/server";
import { problems } from "#core/errors";
import { makeAccount } from "#testing/factories";
import { makePerson } from "#testing/people";
import {
  callProcedure,
  type InputSchema,
  inputSchemaOf,
  minimalInput,
  procedures,
  trpcContextOf,
} from "#testing/procedures";
import type { TrpcContext } from "#trpc/context";
import { toProblemView, toTrpcError } from "#trpc/problems";

function nested(depth: number): unknown {
  return depth === 0 ? 1 : { a: [nested(depth - 1)] };
}

const hostile: Record<string, unknown> = {
  "a NUL": "a\0b",
  "an unpaired surrogate": "a\ud800b",
  "a long text": "x".repeat(200_000),
  "an unsafe number": 2 ** 60,
  "not a number": Number.NaN,
  "an object": { toString: "x", __proto__: { a: 1 } },
  "a deep object": nested(200),
};

/** Paths of all fields, including nested ones. */
function fieldsOf(schema: InputSchema, defs = schema.$defs ?? {}, depth = 0): string[][] {
  if (depth > 4) return [];
  if (schema.$ref) {
    return fieldsOf(defs[schema.$ref.split("/").at(-1) ?? ""] ?? {}, defs, depth + 1);
  }
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    [name],
    ...fieldsOf(inner, defs, depth + 1).map((path) => [name, ...path]),
  ]);
  const options = (schema.anyOf ?? []).flatMap((option) => fieldsOf(option, defs, depth + 1));
  const items = schema.items ? fieldsOf(schema.items, defs, depth + 1) : [];
  return [...own, ...options, ...items.map((path) => ["0", ...path])];
}

/** The schema of a nested field. */
function schemaAt(schema: InputSchema, name: string, defs: Record<string, InputSchema>) {
  const followed = (it: InputSchema): InputSchema =>
    it.$ref ? (defs[it.$ref.split("/").at(-1) ?? ""] ?? {}) : it;
  const options = [followed(schema), ...(followed(schema).anyOf ?? []).map(followed)];
  const schemas = options.map(
    (it) => it.properties?.[name] ?? (name === "0" ? it.items : undefined),
  );
  return schemas.find((it) => it !== undefined) ?? {};
}

/** A valid input with one field replaced. */
function replaced(
  schema: InputSchema,
  [name = "", ...rest]: string[],
  value: unknown,
  defs = schema.$defs ?? {},
): unknown {
  const inner = schemaAt(schema, name, defs);
  const put = rest.length === 0 ? value : replaced(inner, rest, value, defs);
  if (name === "0") return [put];
  const whole = minimalInput(schema, defs);
  return { ...(typeof whole === "object" ? whole : {}), [name]: put };
}

/** Context of a person who may call every procedure. */
export async function permittedContext(): Promise<TrpcContext> {
  const { live } = await makeAccount();
  const person = await makePerson({ accountId: live.id, role: "owner", isOperator: true });
  return trpcContextOf(person, { slug: live.slug });
}

/** The error code and named fields, or null if the input was accepted. */
export async function refusalOf(ctx: TrpcContext, path: string, input: unknown) {
  try {
    await callProcedure(path, ctx, input);
    return null;
  } catch (error) {
    const refused = error instanceof TRPCError ? error : toTrpcError(error, ctx.log);
    const { title, errors } = toProblemView(refused);
    return { code: refused.code, fields: Object.keys(errors), title };
  }
}

type Values = [name: string, value: unknown][];
/** Chooses values for a procedure, or for a field of it. */
export type Draw = (values: Values, place: string) => Values;

const all: Draw = (values) => values;

const otherTypes: Record<string, unknown> = {
  ...{ null: null, "a number": 7, "a text": "text", "an empty list": [], "a list": [[]] },
  "a deep list": nested(200),
};

/** Sends inputs that are no objects. Returns what is not rejected. */
export async function typeFailures(ctx: TrpcContext, drawn = all): Promise<string[]> {
  const failures: string[] = [];
  for (const [path, { _def }] of procedures) {
    if (_def.inputs.length === 0) continue;
    for (const [name, input] of drawn(Object.entries(otherTypes), path)) {
      const refusal = await refusalOf(ctx, path, input);
      if (refusal?.code !== "BAD_REQUEST") failures.push(`${path}: ${name}: ${refusal?.code}`);
    }
  }
  return failures;
}

const SERVER_ERRORS = ["INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE", "TIMEOUT"];

/** Sends hostile values in each field. Returns what fails, or is rejected without its name. */
export async function hostileFailures(
  ctx: TrpcContext,
  drawn = all,
): Promise<{ tried: number; failures: string[] }> {
  const failures: string[] = [];
  let tried = 0;
  for (const [path, procedure] of procedures) {
    const schema = inputSchemaOf(procedure);
    if (!schema) continue;
    for (const field of fieldsOf(schema)) {
      const place = `${path} ${field.join(".")}`;
      for (const [name, value] of drawn(Object.entries(hostile), place)) {
        tried += 1;
        const refusal = await refusalOf(ctx, path, replaced(schema, field, value));
        const isNamed =
          refusal?.code !== "BAD_REQUEST" ||
          refusal.fields.length > 0 ||
          refusal.title === problems["invalid-subaccount"].title;
        if ((refusal && SERVER_ERRORS.includes(refusal.code)) || !isNamed) {
          failures.push(`${place}: ${name}: ${refusal?.code}`);
        }
      }
    }
  }
  return { tried, failures };
}
