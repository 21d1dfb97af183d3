import { z } from "zod";
import { type Currency, currencies, formatMoney, parseMoney, plainAmount } from "./money";

/** A currency that an account can have. */
export const currencyCode = z
  .string()
  .refine((code) => Object.hasOwn(currencies, code), {
    error: () => `must be one of ${Object.keys(currencies).join(", ")}`,
  })
  .meta({ examples: ["usd"] });

interface Limits {
  currency: Currency;
  /** In minor units. */
  min: number;
  max: number;
}

/** An amount as typed, such as "7.50" or "7,50", in minor units after validation. */
export function typedMoney({ currency, min, max }: Limits) {
  const format = (minor: number) => formatMoney({ minor, currency }, "en-US");
  const example = plainAmount({ minor: 7500, currency });
  return z
    .string()
    .transform((typed, ctx) => {
      const amount = parseMoney(typed, currency);
      if (amount) return amount.minor;
      const message = `must be an amount in ${currency.toUpperCase()}, such as ${example}`;
      ctx.addIssue({ code: "custom", input: typed, message });
      return z.NEVER;
    })
    .pipe(
      z
        .int()
        .min(min, `must be at least ${format(min)}`)
        .max(max, `must be at most ${format(max)}`),
    );
}
