// Schemas that reject text which PostgreSQL cannot store.
import { z } from "zod";

const bounded = (schema: z.ZodString, max: number, min: number) =>
  schema
    .min(min)
    .max(max)
    .refine((value) => !value.includes("\0") && value.isWellFormed(), {
      error: "must not contain NUL characters or unpaired surrogates",
      params: { code: "malformed" },
    });

/** Text of at most `max` UTF-16 units without NUL characters or unpaired surrogates. */
export function text(max: number, min = 0) {
  return bounded(z.string(), max, min);
}

/** Like `text`, but trimmed first. */
export function trimmedText(max: number, min = 0) {
  return bounded(z.string().trim(), max, min);
}

/** A name: trimmed, not empty and on one line, since it goes into subjects, headings and lists. */
export function nameText(max: number) {
  return trimmedText(max, 1).refine((name) => !/[\p{Cc}\u2028\u2029]/u.test(name), {
    error: "must be one line, without control characters",
    params: { code: "malformed" },
  });
}

/** Normalizes an email address for storage and comparison. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Escapes "%" and "_" for a LIKE pattern. */
export function escapedForLike(search: string): string {
  return search.replace(/[\\%_]/g, "\\$&");
}

/** Prisma condition: is this text in any case. */
export function inAnyCase(text: string) {
  // Prisma does not escape it.
  return { equals: escapedForLike(text), mode: "insensitive" as const };
}

/** Prisma condition: contains this text in any case. */
export function containing(search: string) {
  // Prisma does not escape it.
  return { contains: escapedForLike(search), mode: "insensitive" as const };
}

/** Returns true if `decodeURIComponent` does not throw. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Decodes a segment of a path. A malformed one stays as it is. NUL, which PostgreSQL rejects, becomes
 * U+FFFD, which no ID contains.
 */
export function decodedSegment(segment: string): string {
  const text = isDecodable(segment) ? decodeURIComponent(segment) : segment;
  return text.replaceAll("\0", "\ufffd");
}

/** "1 row", "1,234 rows" */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Masks an address as "j…@example.com", so that only its owner recognizes it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0] ?? ""}…${email.slice(at)}`;
}
