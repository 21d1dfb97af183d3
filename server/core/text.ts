// Schemas for the texts that callers send: what PostgreSQL cannot hold is refused by name.
import { z } from "zod";

/** Text of at most `max` UTF-16 units without NUL characters or broken surrogate pairs. */
export function text(max: number, min = 0) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((value) => !value.includes("\0") && value.isWellFormed(), {
      error: "must not contain NUL characters or unpaired surrogates",
    });
}
