// Builds a request that an endpoint accepts, from the endpoint's description in the document.
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { type ApiResponse, call } from "#testing/api";
import type { ApiDocument, Operation, Schema } from "#testing/contract/document";
import {
  collectionOf,
  collectionPathOf,
  collectionPathOfField,
  type Holder,
  makePaidSession,
} from "#testing/objects";

/** Arguments for `call`, without method and key. */
export interface ValidRequest {
  path: string;
  body?: unknown;
  raw?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

export interface RequestContext {
  document: ApiDocument;
  operation: Operation;
  /** The sender, with objects of their own. */
  holder: Holder;
  /** A URL that serves a picture and accepts callbacks. */
  pictureUrl: string;
}

type Fill = (field: string, schema: Schema) => Promise<unknown>;

/** Returns true if the field refers to another object. */
export function isIdField(field: string): boolean {
  return field.endsWith("_id");
}

/** Schemas of a JSON body's fields. */
export function fieldsOf({ document, operation }: Pick<RequestContext, "document" | "operation">) {
  const schema = document.follow(operation.bodies.get("application/json") ?? {});
  return { fields: schema.properties ?? {}, required: schema.required ?? [] };
}

/**
 * Returns a function that fills the fields of a body with examples, own objects, and usable
 * addresses.
 */
function fillFor({ document, operation, holder, pictureUrl }: RequestContext): Fill {
  // The only operation that calls such a URL during the request.
  const callbackUrl =
    operation.path === "/webhook-test" ? pictureUrl : "https://93.184.215.14/hook";
  const fill: Fill = async (field, given) => {
    const schema = document.follow(given);
    if (isIdField(field)) return collectionOf(collectionPathOfField(field)).make(holder);
    // No two objects share it.
    if (field === "slug") return `link-${randomUUID()}`;
    if (field === "logo_url") return pictureUrl;
    if (field === "url") return callbackUrl;
    const [example = schema.const ?? schema.enum?.[0] ?? schema.default] = schema.examples ?? [];
    if (example !== undefined) return example;
    if (schema.properties) {
      const names = schema.required ?? Object.keys(schema.properties);
      return fillFields(schema.properties, names, fill);
    }
    const [first] = schema.anyOf ?? schema.oneOf ?? [];
    if (first) return fill(field, first);
    if (schema.type === "boolean") return true;
    if (schema.type === "string") return "text".padEnd(schema.minLength ?? 0, "x");
    if (schema.type === "array") return schema.items ? [await fill(field, schema.items)] : [];
    return schema.minimum ?? 1;
  };
  return fill;
}

async function fillFields(fields: Record<string, Schema>, names: string[], fill: Fill) {
  const entries = names.map(async (name) => [name, await fill(name, fields[name] ?? {})] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Sets of fields to try as a body: the required ones, with none, one or all of the optional ones.
 */
function fieldSets(fields: Record<string, Schema>, required: string[]): string[][] {
  const rest = Object.keys(fields).filter((name) => !required.includes(name));
  return [required, ...rest.map((name) => [...required, name]), Object.keys(fields)];
}

/** Query of a GET whose path alone is not enough. */
const queries: Record<string, string> = { "/verify": "?serial=SBX-KE-1042-2023-1" };

async function pathOf({ operation, holder }: RequestContext): Promise<string> {
  const collection = collectionPathOf(operation.path);
  if (collection === null) return operation.path + (queries[operation.path] ?? "");
  const isRefund = operation.path === "/checkout/sessions/{id}/refunds";
  const id = await (isRefund ? makePaidSession(holder) : collectionOf(collection).make(holder));
  return operation.path.replace(/\{\w+\}/, id);
}

export async function smallPicture(): Promise<Buffer<ArrayBuffer>> {
  const background = { r: 20, g: 90, b: 60 };
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background } });
  return Buffer.from(await picture.png().toBuffer());
}

/** Field sets that were accepted, by operation; `findFieldSet` tries them out. */
const accepted = new Map<string, string[]>();

async function bodyWith(context: RequestContext, names: string[] | null) {
  if (context.operation.bodies.has("image/png")) {
    return { raw: await smallPicture(), headers: { "content-type": "image/png" } };
  }
  if (names === null) return {};
  return { body: await fillFields(fieldsOf(context).fields, names, fillFor(context)) };
}

async function findFieldSet(context: RequestContext): Promise<string[]> {
  const { operation, holder } = context;
  const { fields, required } = fieldsOf(context);
  const responses: ApiResponse[] = [];
  for (const names of fieldSets(fields, required)) {
    const path = await pathOf(context);
    const body = await bodyWith(context, names);
    const response = await call(operation.method, path, { key: holder.token, ...body });
    if (response.status < 300) return names;
    responses.push(response);
  }
  const errors = responses.map(({ text }) => text).join("\n");
  throw new Error(
    `No valid body for ${operation.name} was found: add examples to its fields.\n${errors}`,
  );
}

/** Builds what a request that the endpoint accepts has beside its path. */
export async function makeValidBody(context: RequestContext): Promise<Omit<ValidRequest, "path">> {
  const { operation } = context;
  if (!operation.bodies.has("application/json")) return bodyWith(context, null);
  const names = accepted.get(operation.name) ?? (await findFieldSet(context));
  accepted.set(operation.name, names);
  return bodyWith(context, names);
}

/** Builds a request by the holder that the endpoint accepts, on objects that no other test uses. */
export async function makeValidRequest(context: RequestContext): Promise<ValidRequest> {
  return { path: await pathOf(context), ...(await makeValidBody(context)) };
}
