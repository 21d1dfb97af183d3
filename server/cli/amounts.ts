import type { z } from "zod";
import { fieldErrorsOf, Problem } from "#core/errors";
import { formatMoney } from "#core/money";
import { typedDollars } from "#core/typed-dollars";

export const money = (cents: number) => formatMoney(cents, "USD", "en-US");

/** @throws invalid naming the field */
export function valid<Value>(schema: z.ZodType<Value>, input: unknown): Value {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (!parsed.success)
    throw new Problem("invalid-parameters", fieldErrorsOf(parsed.error, "input"));
  return parsed.data;
}

const Dollars = typedDollars({ minCents: 0, maxCents: 9_999_999_999 });

/** @throws if it is no amount of dollars */
export function dollars(name: string, text: string): number {
  const cents = Dollars.safeParse(text.replace(/^-/, ""));
  if (!cents.success) throw new Error(`${name} ${cents.error.issues[0]?.message}`);
  return text.startsWith("-") ? -cents.data : cents.data;
}
