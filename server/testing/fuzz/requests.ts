// Requests drawn from the OpenAPI document: valid ones, ones with one fault, and hostile ones.
import fc from "fast-check";
import type { ApiDocument, Operation } from "#testing/contract/document";
import { type Body, bodyVariants } from "#testing/fuzz/bodies";
import { headerVariants } from "#testing/fuzz/headers";
import { hostileText } from "#testing/fuzz/hostile";
import { idIn, type Variants, valuesOf } from "#testing/fuzz/values";
import { collectionPathOf } from "#testing/objects";

/** Key of a request; ids and keys are placeholders until it is sent. */
export const keyNames = ["write", "read", "live", "revoked", "none"] as const;
export type KeyName = (typeof keyNames)[number];

export interface FuzzRequest {
  kind: "valid" | "nearly" | "hostile";
  operation: string;
  method: string;
  /** Path and query, relative to the base URL. */
  target: string;
  key: KeyName;
  headers: [name: string, value: string][];
  body: Body["bytes"];
}

type Parts = Pick<FuzzRequest, "method" | "key" | "headers"> & {
  path: string;
  query: string;
  body: Body;
};
type PartVariants = { [Part in keyof Parts]: Variants<Parts[Part]> };

const ids = [
  "..",
  ".",
  "%2e%2e",
  "%2F",
  "%00",
  "%",
  "%zz",
  "%E0%A4%A",
  "a/b",
  "a//b",
  "?",
  "#",
  "%3F",
];
const SECRET = "[a-z]+";

/** Unusual values for an id in a path. */
const oddId = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ids) },
  { weight: 2, arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed())) },
  { weight: 1, arbitrary: hostileText.map((text) => text.replaceAll(/[\0\r\n\t]/g, "")) },
  { weight: 1, arbitrary: fc.stringMatching(new RegExp(`^(ord|sub|cs|evt)_${SECRET}$`)) },
  { weight: 1, arbitrary: fc.constant("x".repeat(8000)) },
);

function pathVariants(operation: Operation): Variants<string> {
  const { path } = operation;
  const collection = collectionPathOf(path);
  const fill = (id: string) => path.replace(/\{\w+\}/, () => id);
  const odd = fc.constantFrom(
    `${path}/`,
    `/${path}`,
    path.toUpperCase(),
    `${path}/..${path}`,
    `${path}/../../../../etc/passwd`,
    `${path};x=1`,
    `${path}%20`,
    `${path}.json`,
  );
  if (collection === null) return { good: fc.constant(path), bad: odd };
  return {
    good: idIn(collection, ["own"]).map(fill),
    bad: fc.oneof(
      { weight: 4, arbitrary: idIn(collection).map(fill) },
      { weight: 4, arbitrary: oddId.map(fill) },
      { weight: 1, arbitrary: odd.map(() => path) },
    ),
  };
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

function queryVariants(document: ApiDocument, operation: Operation): Variants<string> {
  const known = operation.parameters.filter((parameter) => parameter.in === "query");
  const cursor = /^(starting_after|ending_before)$/;
  const values = known.map(({ name, schema }) => {
    const value = cursor.test(name)
      ? idIn(operation.path, ["own"])
      : valuesOf(document, name, schema).map((it) => encode(String(it)));
    return { name, value };
  });
  const names = [...known.map(({ name }) => name), "page", "__proto__", "limit"];
  const pair = fc
    .tuple(fc.constantFrom(...names), fc.oneof(hostileText.map(encode), idIn("/orders")))
    .map(([name, value]) => `${name}=${value}`);
  const odd = fc.constantFrom(
    "%",
    "%zz=%zz",
    "=",
    "&&&",
    "limit",
    "limit[]=1",
    "limit=+5",
    "a=b;c=d",
  );
  return {
    good: fc.oneof(
      { weight: 2, arbitrary: fc.constant("") },
      ...values.map(({ name, value }) => ({
        weight: 1,
        arbitrary: value.map((it) => `?${name}=${it}`),
      })),
    ),
    bad: fc
      .array(fc.oneof({ weight: 4, arbitrary: pair }, { weight: 1, arbitrary: odd }), {
        minLength: 1,
        maxLength: 3,
      })
      .map((pairs) => `?${pairs.join("&")}`),
  };
}

function variantsOf(document: ApiDocument, operation: Operation): PartVariants {
  const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE"];
  return {
    method: { good: fc.constant(operation.method), bad: fc.constantFrom(...methods) },
    path: pathVariants(operation),
    query: queryVariants(document, operation),
    key: { good: fc.constant<KeyName>("write"), bad: fc.constantFrom(...keyNames) },
    headers: headerVariants(operation),
    body: bodyVariants(document, operation),
  };
}

const names = ["method", "path", "query", "key", "headers", "body"] as const;

/** Generates path, query, headers and body of a request, each valid or not as `pick` chooses. */
function partsOf(
  variants: PartVariants,
  pick: <T>(name: keyof Parts, part: Variants<T>) => fc.Arbitrary<T>,
): fc.Arbitrary<Parts> {
  return fc.record({
    method: pick("method", variants.method),
    path: pick("path", variants.path),
    query: pick("query", variants.query),
    key: pick("key", variants.key),
    headers: pick("headers", variants.headers),
    body: pick("body", variants.body),
  });
}

function finish(kind: FuzzRequest["kind"], operation: Operation, parts: Parts): FuzzRequest {
  const { method, path, query, key, headers, body } = parts;
  const { type } = body;
  const all = type === null ? headers : [["content-type", type] as [string, string], ...headers];
  const isBodiless = method === "GET" || method === "HEAD";
  const bytes = isBodiless ? null : body.bytes;
  const target = `${path}${query}`;
  return { kind, operation: operation.name, method, target, key, headers: all, body: bytes };
}

function requestOf(document: ApiDocument, operation: Operation): fc.Arbitrary<FuzzRequest> {
  const variants = variantsOf(document, operation);
  const valid = partsOf(variants, (_name, { good }) => good);
  const nearly = names.map((corrupted) => {
    const weight = corrupted === "body" ? 6 : corrupted === "method" ? 1 : 2;
    const parts = partsOf(variants, (name, { good, bad }) => (name === corrupted ? bad : good));
    return { weight, arbitrary: parts };
  });
  const hostile = partsOf(variants, (_name, { good, bad }) => fc.oneof(good, bad));
  const as = (kind: FuzzRequest["kind"]) => (parts: Parts) => finish(kind, operation, parts);
  return fc.oneof(
    { weight: 7, arbitrary: valid.map(as("valid")) },
    { weight: 8, arbitrary: fc.oneof(...nearly).map(as("nearly")) },
    { weight: 5, arbitrary: hostile.map(as("hostile")) },
  );
}

/** Deletes the objects that all other requests refer to. */
export const RESET = "POST /test/reset";

/**
 * Draws requests to all operations but the reset; fewer to slow ones with little variety, such as
 * uploads and the document itself.
 */
export function anyRequest(document: ApiDocument): fc.Arbitrary<FuzzRequest> {
  const operations = document.operations.filter(({ name }) => name !== RESET);
  return fc.oneof(
    ...operations.map((operation) => {
      const takesFiles = [...operation.bodies.keys()].some((type) => type.startsWith("image/"));
      const weight = takesFiles ? 3 : operation.isPublic ? 1 : 8;
      return { weight, arbitrary: requestOf(document, operation) };
    }),
  );
}
