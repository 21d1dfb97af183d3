import { z } from "zod";
import { centsOfDollars, DOLLARS } from "./dollars";

/** Typed dollars, such as "7.50", as cents. */
export function typedDollars({ minCents, maxCents }: { minCents: number; maxCents: number }) {
  const amount = (cents: number) => (cents / 100).toLocaleString("en-US");
  return z
    .string()
    .trim()
    .regex(DOLLARS, "must be dollars with at most two decimals, such as 7.50")
    .transform(centsOfDollars)
    .pipe(
      z
        .int()
        .min(minCents, `must be at least ${amount(minCents)}`)
        .max(maxCents, `must be at most ${amount(maxCents)}`),
    );
}
