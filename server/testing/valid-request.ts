// A request that an endpoint accepts, made from what its document says of it.
import sharp from "sharp";
import { type ApiResponse, call } from "#testing/api";
import type { ApiDocument, Operation, Schema } from "#testing/contract/document";
import {
  collectionOf,
  collectionPathOf,
  collectionPathOfField,
  type Holder,
} from "#testing/objects";

/** What `call` needs besides the method and the key. */
export interface ValidRequest {
  path: string;
  body?: unknown;
  raw?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

export interface Need {
  document: ApiDocument;
  operation: Operation;
  /** Who will send it, with objects of their own. */
  holder: Holder;
  /** Whose object the path names, where that is another. */
  owner?: Holder;
  /** An address from which a picture can be downloaded, and which takes callbacks too. */
  pictureUrl: string;
}

type Fill = (field: string, schema: Schema) => Promise<unknown>;

/** Whether the field holds another object's id. */
export function isIdField(field: string): boolean {
  return field.endsWith("_id");
}

/** The schema of a JSON body, with its fields' own schemas. */
export function fieldsOf({ document, operation }: Pick<Need, "document" | "operation">) {
  const schema = document.follow(operation.bodies.get("application/json") ?? {});
  return { fields: schema.properties ?? {}, required: schema.required ?? [] };
}

/** Values for the fields of a body: examples, own objects, and addresses that may be used. */
function fillFor({ document, operation, holder, pictureUrl }: Need): Fill {
  // The one operation that itself calls a URL of this name.
  const callbackUrl =
    operation.path === "/webhook-test" ? pictureUrl : "https://93.184.215.14/hook";
  const fill: Fill = async (field, given) => {
    const schema = document.follow(given);
    if (isIdField(field)) return collectionOf(collectionPathOfField(field)).make(holder);
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

/** Which sets of fields may make a whole body: what is required, with none, one or all of the rest. */
function fieldSets(fields: Record<string, Schema>, required: string[]): string[][] {
  const rest = Object.keys(fields).filter((name) => !required.includes(name));
  return [required, ...rest.map((name) => [...required, name]), Object.keys(fields)];
}

/** What a GET must be asked, where its path alone asks nothing. */
const queries: Record<string, string> = { "/verify": "?serial=SBX-KE-1042-2023-1" };

async function pathOf({ operation, holder, owner = holder }: Need): Promise<string> {
  const collection = collectionPathOf(operation.path);
  if (collection === null) return operation.path + (queries[operation.path] ?? "");
  const id = await collectionOf(collection).make(owner);
  return operation.path.replace(/\{\w+\}/, id);
}

/** The bytes of a small PNG. */
export async function smallPicture(): Promise<Buffer<ArrayBuffer>> {
  const background = { r: 20, g: 90, b: 60 };
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background } });
  return Buffer.from(await picture.png().toBuffer());
}

/** The field sets that were accepted, by operation: they are found by trying. */
const accepted = new Map<string, string[]>();

async function requestWith(need: Need, names: string[] | null): Promise<ValidRequest> {
  const path = await pathOf(need);
  if (need.operation.bodies.has("image/png")) {
    return { path, raw: await smallPicture(), headers: { "content-type": "image/png" } };
  }
  if (names === null) return { path };
  return { path, body: await fillFields(fieldsOf(need).fields, names, fillFor(need)) };
}

async function findFieldSet(need: Need): Promise<string[]> {
  const { operation, holder } = need;
  const { fields, required } = fieldsOf(need);
  const responses: ApiResponse[] = [];
  for (const names of fieldSets(fields, required)) {
    const { path, ...options } = await requestWith({ ...need, owner: holder }, names);
    const response = await call(operation.method, path, { key: holder.token, ...options });
    if (response.status < 300) return names;
    responses.push(response);
  }
  const texts = responses.map(({ text }) => text).join("\n");
  throw new Error(`No body for ${operation.name} was found: give its fields examples.\n${texts}`);
}

/** A request of the holder's that the endpoint accepts, on objects that nothing else uses. */
export async function makeValidRequest(need: Need): Promise<ValidRequest> {
  const { operation } = need;
  if (!operation.bodies.has("application/json")) return requestWith(need, null);
  const names = accepted.get(operation.name) ?? (await findFieldSet(need));
  accepted.set(operation.name, names);
  return requestWith(need, names);
}
