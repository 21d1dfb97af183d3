import type { z } from "zod";
import { fieldErrorsOf, Problem } from "#core/errors";
import { type Currency, DEFAULT_CURRENCY, formatMoney } from "#core/money";
import { typedMoney } from "#core/typed-money";

export const money = (minor: number, currency: Currency = DEFAULT_CURRENCY) =>
  formatMoney({ minor, currency }, "en-US");

/** @throws invalid naming the field */
export function valid<Value>(schema: z.ZodType<Value>, input: unknown): Value {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (!parsed.success)
    throw new Problem("invalid-parameters", fieldErrorsOf(parsed.error, "input"));
  return parsed.data;
}

const MAX_TYPED_AMOUNT = 9_999_999_999;

/** @throws if it is no amount in the currency, or 0 */
export function positiveAmount(name: string, typed: string, currency: Currency): number {
  const amount = typedMoney({ currency, min: 1, max: MAX_TYPED_AMOUNT }).safeParse(typed);
  if (!amount.success) throw new Error(`${name} ${amount.error.issues[0]?.message}`);
  return amount.data;
}

/** Minor units of what was typed as an option. @throws if it is no amount in the currency */
export function amountOf(name: string, { text, currency }: { text: string; currency: Currency }) {
  const typed = typedMoney({ currency, min: 0, max: MAX_TYPED_AMOUNT });
  const amount = typed.safeParse(text.replace(/^-/, ""));
  if (!amount.success) throw new Error(`${name} ${amount.error.issues[0]?.message}`);
  return text.startsWith("-") ? -amount.data : amount.data;
}
