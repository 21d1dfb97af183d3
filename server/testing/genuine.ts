// What a stranger does with a certificate's signature: checks it, and tries changed documents.
import canonicalize from "canonicalize";
import { createLocalJWKSet, flattenedVerify, type JSONWebKeySet } from "jose";

/** What an independent library says of the document, as its reader would have it. */
export async function isGenuine(document: unknown, keys: JSONWebKeySet): Promise<boolean> {
  const { signature, ...rest } = JSON.parse(JSON.stringify(document)) as Record<string, unknown>;
  const [head, , tag] = String(signature).split(".");
  const payload = Buffer.from(canonicalize(rest) ?? "").toString("base64url");
  const jws = { protected: head ?? "", payload, signature: tag ?? "" };
  return flattenedVerify(jws, createLocalJWKSet(keys)).then(
    () => true,
    () => false,
  );
}

/** Every document that differs from this one in one value, one missing or one added. */
export function tamperedCopies(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const inside = value.flatMap((it, at) =>
      tamperedCopies(it).map((other) => value.with(at, other)),
    );
    return [...inside, [...value, "more"], ...(value.length > 0 ? [value.slice(1)] : [])];
  }
  if (value !== null && typeof value === "object") {
    const inside = Object.entries(value).flatMap(([key, it]) => [
      ...tamperedCopies(it).map((other) => ({ ...value, [key]: other })),
      Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)),
    ]);
    return [...inside, { ...value, more: 1 }];
  }
  if (typeof value === "number") return [value + 1];
  return typeof value === "string" ? [`${value} `] : ["something"];
}
