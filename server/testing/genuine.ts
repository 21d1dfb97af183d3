import canonicalize from "canonicalize";
import { createLocalJWKSet, flattenedVerify, type JSONWebKeySet } from "jose";

/** Verifies the signature with an independent library, as a reader of the document would. */
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

/** Copies of the document with one value changed, one removed or one added. */
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
