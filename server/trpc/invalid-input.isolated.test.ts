// Covers every procedure of the router. Invalid input must never be a server error.
import { TRPCError } from "@trpc/server";
import { beforeAll, describe, expect, it } from "vitest";
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
  validInputOf,
} from "#testing/procedures";
import { withLivePayments } from "#testing/settings";
import type { TrpcContext } from "./context";
import { toProblemView, toTrpcError } from "./problems";

withLivePayments();

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

const contexts: TrpcContext[] = [];

beforeAll(async () => {
  const { live } = await makeAccount();
  const person = await makePerson({ accountId: live.id, role: "owner", isOperator: true });
  contexts.push(await trpcContextOf(person, { slug: live.slug }));
});

/** The error code and named fields, or null if the input was accepted. */
async function refusalOf(path: string, input: unknown) {
  const [ctx] = contexts;
  if (!ctx) throw new Error("signed out");
  try {
    await callProcedure(path, ctx, input);
    return null;
  } catch (error) {
    const refused = error instanceof TRPCError ? error : toTrpcError(error, ctx.log);
    const { title, errors } = toProblemView(refused);
    return { code: refused.code, fields: Object.keys(errors), title };
  }
}

const SERVER_ERRORS = ["INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE", "TIMEOUT"];

describe("every procedure, called with permission", () => {
  it("rejects an unknown field by its name", async () => {
    const taking = procedures.filter(([, { _def }]) => _def.inputs.length > 0);
    expect(taking.length).toBeGreaterThan(60);
    for (const [path, procedure] of taking) {
      const valid = validInputOf([path, procedure]);
      // Text of a file: it has no fields.
      if (typeof valid !== "object") continue;
      const refusal = await refusalOf(path, { ...valid, no_such_field: 1 });
      expect([path, refusal?.code, refusal?.fields]).toEqual([
        path,
        "BAD_REQUEST",
        ["no_such_field"],
      ]);
    }
  });

  it("rejects an input of another type", async () => {
    for (const [path, { _def }] of procedures) {
      if (_def.inputs.length === 0) continue;
      for (const input of [null, 7, "text", [], [[]], nested(200)]) {
        const refusal = await refusalOf(path, input);
        expect([path, refusal?.code]).toEqual([path, "BAD_REQUEST"]);
      }
    }
  });

  it("never fails because of a field's value, and names the field that it rejects", async () => {
    const failures: string[] = [];
    let tried = 0;
    for (const [path, procedure] of procedures) {
      const schema = inputSchemaOf(procedure);
      if (!schema) continue;
      for (const field of fieldsOf(schema)) {
        for (const [name, value] of Object.entries(hostile)) {
          tried += 1;
          const refusal = await refusalOf(path, replaced(schema, field, value));
          const isNamed =
            refusal?.code !== "BAD_REQUEST" ||
            refusal.fields.length > 0 ||
            refusal.title === problems["invalid-subaccount"].title;
          if ((refusal && SERVER_ERRORS.includes(refusal.code)) || !isNamed) {
            failures.push(`${path} ${field.join(".")}: ${name}: ${refusal?.code}`);
          }
        }
      }
    }
    expect(failures).toEqual([]);
    expect(tried).toBeGreaterThan(1000);
  }, 120_000);
});
