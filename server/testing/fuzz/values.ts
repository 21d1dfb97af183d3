// Generates values that a schema of the OpenAPI document accepts.
import fc from "fast-check";
import type { ApiDocument, Schema } from "#testing/contract/document";
import { plainText } from "#testing/fuzz/hostile";
import { collectionPathOfField } from "#testing/objects";

/** Valid and invalid values of a part of a request. */
export interface Variants<T> {
  good: fc.Arbitrary<T>;
  bad: fc.Arbitrary<T>;
}

/** Owner of the object that an id refers to; "gone" refers to nothing. */
const owners = ["own", "own", "own", "own", "other", "live", "gone"] as const;
export type Owner = (typeof owners)[number];

/**
 * Placeholder for an id until the request is sent, so that a seed draws the same in every database.
 */
function placeholder(owner: Owner, collection: string, place: number): string {
  return `@{${owner} ${collection} ${place}}`;
}

/** An id of an object in the collection. */
export function idIn(collection: string, among: readonly Owner[] = owners): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...among), fc.nat(15))
    .map(([owner, place]) => placeholder(owner, collection, place));
}

// None of these addresses is reachable or looked up, so a run doesn't depend on the network.
const unreachable = [
  "https://127.0.0.1/a",
  "https://[::1]:8443/",
  "https://[::ffff:10.0.0.1]/",
  "https://10.0.0.1/logo.png",
  "https://169.254.169.254/latest/meta-data",
  "https://0x7f.1/",
  "https://2130706433/",
  "https://localhost/",
  "http://192.168.0.1/",
  "https://user:secret@10.0.0.1/",
  "https://127.0.0.1:99999/",
  "https://",
  "//10.0.0.1/x",
  "ftp://10.0.0.1/x",
  "javascript:alert(1)",
  "data:image/png;base64,AAAA",
  "file:///etc/passwd",
  "not an address",
];
/** The service never calls redirect URLs, and a fuzz run sends no callbacks. */
const pages = ["https://shop.example/thanks?s={CHECKOUT_SESSION_ID}", "https://shop.example/back"];
const publicCallback = "https://93.184.215.14/hook";

function address(field: string): fc.Arbitrary<string> {
  const known: Record<string, string[]> = { success_url: pages, cancel_url: pages };
  const good = known[field] ?? (field === "url" ? [publicCallback] : unreachable);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom(...unreachable) },
  );
}

const formats: Record<string, fc.Arbitrary<string>> = {
  email: fc.constantFrom("a@b.example", "first.last+tag@sub.shop.example", "o'hara@x-y.example"),
  "date-time": fc
    .date({ min: new Date("1990-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString()),
  date: fc
    .date({ min: new Date("1990-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
};

function textOf(field: string, schema: Schema): fc.Arbitrary<string> {
  if (/(^|_)url$/.test(field)) return address(field);
  const format = formats[schema.format ?? ""];
  if (format) return format;
  if (field === "from" || field === "to") return fc.oneof(...Object.values(formats).slice(1));
  const { minLength = 0, maxLength = 64 } = schema;
  const short = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 24)) };
  const letters = plainText(short);
  const longest = fc.constant("x".repeat(Math.min(maxLength, 2048)));
  return fc.oneof({ weight: 9, arbitrary: letters }, { weight: 1, arbitrary: longest });
}

function numberOf(schema: Schema): fc.Arbitrary<number> {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const isWhole = type === "integer";
  const step = isWhole ? 1 : 0.5;
  const min = minimum ?? (exclusiveMinimum === undefined ? -1000 : exclusiveMinimum + step);
  const max = maximum ?? (exclusiveMaximum === undefined ? 1e9 : exclusiveMaximum - step);
  const near = Math.min(max, min + 200);
  const between = (from: number, to: number) =>
    isWhole
      ? fc.integer({ min: Math.ceil(from), max: Math.floor(to) })
      : fc.double({ min: from, max: to, noNaN: true });
  return fc.oneof(
    { weight: 5, arbitrary: between(min, near) },
    { weight: 1, arbitrary: between(min, max) },
    { weight: 1, arbitrary: fc.constantFrom(min, max) },
  );
}

/** Generates values for a field of this schema. */
export function valuesOf(
  document: ApiDocument,
  field: string,
  given: Schema,
): fc.Arbitrary<unknown> {
  const schema = document.follow(given);
  if (/_id$/.test(field)) {
    const id = idIn(collectionPathOfField(field), ["own"]);
    return fc.oneof({ weight: 5, arbitrary: id }, { weight: 1, arbitrary: fc.constant(null) });
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((one) => valuesOf(document, field, one)));
  if (schema.properties) return objectOf(document, schema);
  const [type] = [schema.type].flat();
  const plain = plainValueOf(document, field, schema, type);
  const examples = /(^|_)url$/.test(field) ? [] : (schema.examples ?? []);
  if (examples.length === 0) return plain;
  return fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...examples) },
    { weight: 3, arbitrary: plain },
  );
}

function plainValueOf(
  document: ApiDocument,
  field: string,
  schema: Schema,
  type: string | undefined,
): fc.Arbitrary<unknown> {
  switch (type) {
    case "string":
      return textOf(field, schema);
    case "integer":
    case "number":
      return numberOf(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array": {
      const { items = {}, minItems = 0, maxItems = 6, uniqueItems = false } = schema;
      const item = valuesOf(document, field, items);
      const size = { minLength: minItems, maxLength: Math.min(maxItems, 6) };
      return uniqueItems ? fc.uniqueArray(item, size) : fc.array(item, size);
    }
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Objects with all required fields and some of the others; often only one of the others. */
function objectOf(document: ApiDocument, schema: Schema): fc.Arbitrary<object> {
  const fields = Object.entries(schema.properties ?? {});
  const values = Object.fromEntries(
    fields.map(([name, one]) => [name, valuesOf(document, name, one)]),
  );
  const required = schema.required ?? [];
  const optional = fields.map(([name]) => name).filter((name) => !required.includes(name));
  const whole = fc.record(values, { requiredKeys: required });
  if (optional.length === 0) return whole;
  const withOne = fc.constantFrom(...optional).chain((name) => {
    const chosen = [...required, name].map((key) => [key, values[key] ?? fc.constant(null)]);
    return fc.record(Object.fromEntries(chosen) as Record<string, fc.Arbitrary<unknown>>);
  });
  return fc.oneof({ weight: 2, arbitrary: whole }, { weight: 1, arbitrary: withOne });
}
