import { z } from "zod";
import { centsOfDollars, DOLLARS } from "./dollars";

/** Typed dollars, such as "7.50", as cents. */
export function typedDollars({ min, max }: { min: number; max: number }) {
  const format = (minor: number) => (minor / 100).toLocaleString("en-US");
  return z
    .string()
    .trim()
    .regex(DOLLARS, "must be dollars with at most two decimals, such as 7.50")
    .transform(centsOfDollars)
    .pipe(
      z
        .int()
        .min(min, `must be at least ${format(min)}`)
        .max(max, `must be at most ${format(max)}`),
    );
}
