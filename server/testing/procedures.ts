import type { AnyRouter } from "@trpc/server";
import { z } from "zod";
import { newContext } from "#core/context";
import { findLoginSession } from "#domain/people";
import { openTestSession } from "#testing/people";
import { ACCOUNT_HEADER, MODE_HEADER, type TrpcContext } from "#trpc/context";
import { type Access, createCallerFactory, routers } from "#trpc/procedures";
import { appRouter } from "#trpc/router";

export interface Procedure {
  _def: {
    type: "query" | "mutation";
    meta?: { access: Access; needsProof?: boolean };
    inputs: z.ZodType[];
  };
}

const proceduresOf = (router: AnyRouter) =>
  Object.entries(router._def.procedures as unknown as Record<string, Procedure>);

/** Every tRPC procedure of the dashboard's API with its path, such as "orders.cancel". */
export const procedures = proceduresOf(appRouter);

declare global {
  interface ImportMeta {
    /** Of Vite. */
    glob(patterns: readonly string[]): Record<string, () => Promise<unknown>>;
  }
}

const trpcFiles = import.meta.glob(["../trpc/*.ts", "!**/*.test.ts"]);
const moduleFiles = import.meta.glob(["../modules/*/*procedures.ts"]);

/** Procedures of all modules, used or not. */
async function findModuleProcedures(): Promise<Procedure[]> {
  const files = await Promise.all(Object.values(moduleFiles).map((load) => load()));
  const exported = files.flatMap((file) =>
    Object.values(file as Record<string, Partial<AnyRouter>>),
  );
  return exported.flatMap((it) =>
    it._def?.procedures ? proceduresOf(it as AnyRouter).map(([, procedure]) => procedure) : [],
  );
}

/** Procedures that only routes of files call, such as PDFs, each with its router. */
export async function findFileProcedures() {
  for (const load of Object.values(trpcFiles)) await load();
  const own = procedures.map(([, procedure]) => procedure);
  const known = new Set([...own, ...(await findModuleProcedures())]);
  return routers.flatMap((router) =>
    proceduresOf(router).flatMap((entry) => (known.has(entry[1]) ? [] : [{ entry, router }])),
  );
}

export const accessOf = ({ _def }: Procedure) => _def.meta?.access;

/** Context of a person's request, or of a signed-out one, for the account with this slug. */
export async function trpcContextOf(
  person: { email: string } | null,
  { slug, mode = "test" }: { slug: string; mode?: string },
): Promise<TrpcContext> {
  const ctx = newContext({ type: "public" });
  const headers = new Headers({ [ACCOUNT_HEADER]: slug, [MODE_HEADER]: mode });
  if (!person) return { ...ctx, headers, loggedIn: null };
  const loggedIn = await findLoginSession(ctx, await openTestSession(person.email));
  const actor = { type: "person", id: loggedIn?.person.id ?? "" } as const;
  return { ...ctx, actor, headers, loggedIn };
}

/** The dashboard as this person uses it for an account; an operator needs none. */
export async function dashboardOf(
  person: { email: string } | null,
  account: { slug: string; mode?: string } = { slug: "" },
) {
  return createCallerFactory(appRouter)(await trpcContextOf(person, account));
}

export type Dashboard = Awaited<ReturnType<typeof dashboardOf>>;

export interface InputSchema {
  $ref?: string;
  $defs?: Record<string, InputSchema>;
  type?: string;
  format?: string;
  minimum?: number;
  properties?: Record<string, InputSchema>;
  required?: string[];
  anyOf?: InputSchema[];
  items?: InputSchema;
  enum?: unknown[];
  examples?: unknown[];
}

const examples: Record<string, string> = {
  email: "someone@example.com",
  base64: "AAAA",
  date: "2026-11-21",
  "date-time": "2026-11-21T12:00:00Z",
  uri: "https://example.com",
};

/** Builds the smallest value that the schema accepts. */
export function minimalInput(schema: InputSchema, defs = schema.$defs ?? {}): unknown {
  const { $ref, type, format, properties = {}, required = [], anyOf } = schema;
  if ($ref) return minimalInput(defs[$ref.split("/").at(-1) ?? ""] ?? {}, defs);
  if (schema.enum) return schema.enum[0];
  if (anyOf) return minimalInput(anyOf[0] ?? {}, defs);
  if (type === "object") {
    return Object.fromEntries(required.map((it) => [it, minimalInput(properties[it] ?? {}, defs)]));
  }
  if (type === "array") return schema.examples?.[0] ?? [];
  if (type === "boolean") return false;
  if (type === "integer" || type === "number") return schema.minimum ?? 1;
  return schema.examples?.[0] ?? examples[format ?? ""] ?? "something";
}

const inputSchemas = new WeakMap<z.ZodType, InputSchema>();

/** JSON schema of the procedure's input; null if it has none. */
export function inputSchemaOf({ _def }: Procedure): InputSchema | null {
  const [schema] = _def.inputs;
  if (!schema) return null;
  const inputSchema = inputSchemas.get(schema) ?? z.toJSONSchema(schema, { io: "input" });
  inputSchemas.set(schema, inputSchema as InputSchema);
  return inputSchema as InputSchema;
}

/** Builds an input that the procedure's schema accepts. */
export function validInputOf([path, procedure]: [string, Procedure], ids = {}): unknown {
  const schema = inputSchemaOf(procedure);
  if (!schema) return undefined;
  const input = minimalInput(schema);
  const sent = typeof input === "object" && input !== null ? { ...input, ...ids } : input;
  if (!procedure._def.inputs[0]?.safeParse(sent).success) {
    throw new Error(`no valid input was made for ${path}`);
  }
  return sent;
}

export async function callProcedure(
  path: string,
  ctx: TrpcContext,
  input: unknown,
  router: AnyRouter = appRouter,
): Promise<unknown> {
  const call = path
    .split(".")
    .reduce<unknown>(
      (at, name) => (at as Record<string, unknown>)[name],
      createCallerFactory(router)(ctx),
    );
  return (call as (given: unknown) => Promise<unknown>)(input);
}
