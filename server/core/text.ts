// Schemas for the texts that callers send: what PostgreSQL cannot hold is refused by name.
import { z } from "zod";

const bounded = (schema: z.ZodString, max: number, min: number) =>
  schema
    .min(min)
    .max(max)
    .refine((value) => !value.includes("\0") && value.isWellFormed(), {
      error: "must not contain NUL characters or unpaired surrogates",
      params: { code: "malformed" },
    });

/** Text of at most `max` UTF-16 units without NUL characters or broken surrogate pairs. */
export function text(max: number, min = 0) {
  return bounded(z.string(), max, min);
}

/** The same, counted and kept without the white space around it. */
export function trimmedText(max: number, min = 0) {
  return bounded(z.string().trim(), max, min);
}

/** The text as a part of a pattern of LIKE, in which "%" and "_" mean themselves. */
export function escapedForLike(search: string): string {
  return search.replace(/[\\%_]/g, "\\$&");
}

/** A condition for texts that contain this one in whatever case. */
export function containing(search: string) {
  // Prisma hands it to LIKE as it is.
  return { contains: escapedForLike(search), mode: "insensitive" as const };
}

/** Whether every % begins an encoded character, so that `decodeURIComponent` does not throw. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
