// Stripe's rules for each currency (docs.stripe.com/currencies), apart from our own table.
import { refusal } from "./errors";

interface CurrencyRule {
  /** In the unit of Stripe's amounts. */
  smallest: number;
  /** Amounts are multiples of it. */
  unit: number;
}

const rule = (smallest: number, unit = 1): CurrencyRule => ({ smallest, unit });

const rules: Readonly<Record<string, CurrencyRule>> = {
  ...{ usd: rule(50), eur: rule(50), gbp: rule(30), chf: rule(50), sek: rule(300), nok: rule(300) },
  ...{ dkk: rule(250), pln: rule(200), czk: rule(1500), cad: rule(50), aud: rule(50) },
  ...{ nzd: rule(50), sgd: rule(50), jpy: rule(50) },
  // Has no decimals, but Stripe wants two.
  isk: rule(5000, 100),
  // The last of three decimals has to be 0.
  kwd: rule(200, 10),
};

export function ruleOf(currency: string): CurrencyRule {
  const known = rules[currency];
  if (known) return known;
  throw refusal("parameter_invalid", `Invalid currency: ${currency}`, "currency");
}

export const unitOf = (currency: string) => ruleOf(currency).unit;

export function requireUnits(amount: number, currency: string): void {
  if (!Number.isInteger(amount)) throw refusal("parameter_invalid_integer", "", "amount");
  const { unit } = ruleOf(currency);
  if (amount % unit === 0) return;
  throw refusal("parameter_invalid_integer", `Must be a multiple of ${unit}`, "amount");
}
