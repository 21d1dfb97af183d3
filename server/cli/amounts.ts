import type { z } from "zod";
import { fieldErrorsOf, Problem } from "#core/errors";
import { type Currency, formatMoney } from "#core/money";
import { typedDollars } from "#core/typed-dollars";
import { typedMoney } from "#core/typed-money";

export const money = (amount: number) => formatMoney({ minor: amount, currency: "usd" }, "en-US");

/** @throws invalid naming the field */
export function valid<Value>(schema: z.ZodType<Value>, input: unknown): Value {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (!parsed.success)
    throw new Problem("invalid-parameters", fieldErrorsOf(parsed.error, "input"));
  return parsed.data;
}

/** @throws if it is no amount in the currency, or 0 */
export function positiveAmount(name: string, typed: string, currency: Currency): number {
  const amount = typedMoney({ currency, min: 1, max: 9_999_999_999 }).safeParse(typed);
  if (!amount.success) throw new Error(`${name} ${amount.error.issues[0]?.message}`);
  return amount.data;
}

const Dollars = typedDollars({ min: 0, max: 9_999_999_999 });

/** @throws if it is no amount of dollars */
export function dollars(name: string, text: string): number {
  const amount = Dollars.safeParse(text.replace(/^-/, ""));
  if (!amount.success) throw new Error(`${name} ${amount.error.issues[0]?.message}`);
  return text.startsWith("-") ? -amount.data : amount.data;
}
