import { z } from "zod";

/** Typed dollars, such as "7.50", as cents. */
export function typedDollars({ minCents, maxCents }: { minCents: number; maxCents: number }) {
  const amount = (cents: number) => (cents / 100).toLocaleString("en-US");
  return z
    .string()
    .trim()
    .regex(/^\d{1,8}([.,]\d{1,2})?$/, "must be dollars with at most two decimals, such as 7.50")
    .transform((typed) => Math.round(Number(typed.replace(",", ".")) * 100))
    .pipe(
      z
        .int()
        .min(minCents, `must be at least ${amount(minCents)}`)
        .max(maxCents, `must be at most ${amount(maxCents)}`),
    );
}
