// Request bodies: valid ones, valid ones with one thing changed, and arbitrary ones.
import fc from "fast-check";
import type { ApiDocument, Operation } from "#testing/contract/document";
import { corruptText, hostileValue, toJson, wrongBody } from "#testing/fuzz/hostile";
import { type Variants, valuesOf } from "#testing/fuzz/values";

/** Bytes with their declared content type. */
export interface Body {
  bytes: string | Uint8Array<ArrayBuffer> | null;
  type: string | null;
}

const oddTypes = [
  null,
  "text/plain",
  "application/json; charset=utf-16",
  "application/json;charset",
  "APPLICATION/JSON",
  "application/json, text/html",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/problem+json",
  "image/png",
  "image/svg+xml; charset=x",
  "image/gif",
  "/",
  "",
];

/** First bytes of picture formats, each followed by data that is no picture. */
const files = [
  "\x89PNG\r\n\x1a\n",
  "\xff\xd8\xff\xe0",
  "RIFF\x10\0\0\0WEBPVP8 ",
  "<svg xmlns='x'>",
  "",
];
const randomFile = fc
  .tuple(fc.constantFrom(...files), fc.uint8Array({ maxLength: 200 }))
  .map(([start, rest]) => Uint8Array.from([...Buffer.from(start, "latin1"), ...rest]));

/**
 * Bodies for the operation; `/webhook-test`, which calls the URL at once, only gets one that can't
 * be reached.
 */
function callable({ path }: Operation, good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  if (path !== "/webhook-test") return good;
  return good.map((body) => ({ ...(body as object), url: "https://10.0.0.1/hook" }));
}

export function bodyVariants(document: ApiDocument, operation: Operation): Variants<Body> {
  const schema = operation.bodies.get("application/json");
  const types = [...operation.bodies.keys()];
  const typed = (type: string | null) => (bytes: Body["bytes"]) => ({ bytes, type });
  const oddType = fc.constantFrom(...oddTypes, ...types);
  const anything = fc
    .tuple(fc.oneof(wrongBody, randomFile), oddType)
    .map(([bytes, type]): Body => ({ bytes, type }));
  if (schema === undefined) {
    const none = fc.constant<Body>({ bytes: null, type: null });
    const isUpload = types.length > 0;
    if (!isUpload) return { good: none, bad: anything };
    const file = fc.tuple(fc.constant("@{picture}"), fc.constantFrom(...types));
    return {
      good: file.map(([bytes, type]) => ({ bytes, type })),
      bad: fc.oneof(
        fc.tuple(randomFile, fc.constantFrom(...types)).map(([bytes, type]) => ({ bytes, type })),
        anything,
        none,
      ),
    };
  }
  const good = callable(operation, valuesOf(document, "body", schema));
  const corrupted = fc
    .tuple(good, fc.nat(), fc.option(hostileValue), fc.constantFrom("set", "add", "drop"))
    .map(([value, place, hostile, how]) => toJson(corruptField(value, place, hostile, how)));
  const json = good.map(toJson);
  const type = "application/json";
  return {
    good: json.map(typed(type)),
    bad: fc.oneof(
      { weight: 8, arbitrary: corrupted.map(typed(type)) },
      {
        weight: 3,
        arbitrary: fc.tuple(json, corruptText).map(([it, spoil]) => typed(type)(spoil(it))),
      },
      { weight: 2, arbitrary: wrongBody.map(typed(type)) },
      { weight: 2, arbitrary: fc.tuple(json, oddType).map(([it, odd]) => typed(odd)(it)) },
      { weight: 1, arbitrary: anything },
    ),
  };
}

/** Replaces, removes or adds one field of the value. */
function corruptField(value: unknown, place: number, hostile: unknown, how: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return hostile;
  const entries = Object.entries(value);
  const chosen = entries[place % Math.max(1, entries.length)];
  if (how === "add" || !chosen) return { ...value, [`extra_${place % 10}`]: hostile };
  const [name, inner] = chosen;
  const { [name]: _, ...rest } = value as Record<string, unknown>;
  if (how === "drop") return rest;
  const isObject = typeof inner === "object" && inner !== null && !Array.isArray(inner);
  return {
    ...rest,
    [name]: isObject && place % 2 ? corruptField(inner, place, hostile, how) : hostile,
  };
}
