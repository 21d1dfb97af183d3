// The contract speaks of US cents. Its fields stay as they are for accounts in US dollars and are
// null in other currencies; beside each stands one in the minor units of the account's currency.
import { z } from "zod";
import { invalid } from "./errors";
import { type Currency, type Money, rulesOf } from "./money";

type UsdCents<Name extends string> = `${Name}_usd_cents`;
const usdCents = <Name extends string>(name: Name): UsdCents<Name> => `${name}_usd_cents`;

interface Description {
  /** Without the unit. */
  description: string;
  example: number | null;
}

const inMinorUnits = "In minor units of `currency`.";
const inUsCents = "In US cents; null in other currencies.";

export const currencyField = z.string().meta({
  description: "Currency of all amounts here: an ISO 4217 code in lower case.",
  examples: ["usd"],
});

/** Of months and invoices, whose documents write it in upper case. */
export const upperCaseCurrencyField = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .meta({ description: "Currency of all amounts here: an ISO 4217 code.", examples: ["USD"] });

/** Fields of an amount that is always known, for the schema of a response. */
export function amountSchema<Name extends string>(
  name: Name,
  { description, example }: Description,
) {
  const examples = [example];
  return {
    [name]: z.int().meta({ description: `${description} ${inMinorUnits}`, examples }),
    [usdCents(name)]: z
      .int()
      .nullable()
      .meta({ description: `${description} ${inUsCents}`, examples }),
  } as { [Key in Name]: z.ZodInt } & { [Key in UsdCents<Name>]: z.ZodNullable<z.ZodInt> };
}

/** As `amountSchema`, of an amount that may be unknown. */
export function nullableAmountSchema<Name extends string>(name: Name, about: Description) {
  const description = `${about.description} ${inMinorUnits}`;
  return {
    ...amountSchema(name, about),
    [name]: z
      .int()
      .nullable()
      .meta({ description, examples: [about.example] }),
  } as { [Key in Name | UsdCents<Name>]: z.ZodNullable<z.ZodInt> };
}

/** Values of the fields of `amountSchema`. */
export function amountFields<Name extends string, Amount extends number | null>(
  amounts: Record<Name, Amount>,
  currency: Currency,
) {
  const contract = Object.entries<Amount>(amounts).map(([name, minor]) => [
    usdCents(name),
    currency === "usd" ? minor : null,
  ]);
  return { ...amounts, ...Object.fromEntries(contract) } as Record<Name, Amount> &
    Record<UsdCents<Name>, number | null>;
}

/** Both fields of an amount in a request, for `requestedAmount`. */
export function requestedAmountSchema<Name extends string>(
  name: Name,
  { description, example }: Description,
) {
  const field = (unit: string) =>
    z
      .int()
      .min(1)
      .optional()
      .meta({ description: `${description} ${unit}`, examples: [example] });
  return {
    [usdCents(name)]: field("In US cents; for accounts in US dollars."),
    [name]: field("In minor units of the account's currency."),
  } as { [Key in Name | UsdCents<Name>]: z.ZodOptional<z.ZodInt> };
}

/** The contract's minimum of a checkout session, whichever provider charges it. */
export const leastCheckoutPrice = (currency: Currency) => (currency === "usd" ? 50 : 1);

/** A request with the fields of `requestedAmountSchema`. */
export type RequestedAmount<Name extends string> = {
  [Key in Name | UsdCents<Name>]?: number | null | undefined;
};

/** The field in which a request gives an amount, for problems with it. */
export function requestedField<Name extends string>(input: RequestedAmount<Name>, name: Name) {
  const values: { [Key in string]?: number | null | undefined } = input;
  const field = usdCents(name);
  return (values[field] ?? null) === null ? name : field;
}

/**
 * An amount of a request, in the account's currency: under its neutral name, or in US cents.
 * @throws invalid if both are given, or US cents on an account in another currency
 */
export function requestedAmount<Name extends string>(
  input: RequestedAmount<Name>,
  { name, currency }: { name: Name; currency: Currency },
): number | null {
  const field = usdCents(name);
  const values: { [Key in string]?: number | null | undefined } = input;
  const neutral = values[name] ?? null;
  const cents = values[field] ?? null;
  const { step } = rulesOf(currency);
  if (neutral !== null && neutral % step !== 0) {
    throw invalid(name, `must be a multiple of ${step}`);
  }
  if (cents === null) return neutral;
  if (neutral !== null) {
    throw invalid(field, `must not be given together with ${name}`, "exclusive");
  }
  if (currency !== "usd") {
    throw invalid(
      field,
      `is for accounts in US dollars: pass ${name} in ${currency.toUpperCase()}`,
    );
  }
  return cents;
}

const quotedPriceIn = (unit: string) =>
  z
    .int()
    .optional()
    .meta({
      description: `Total price: kg × the portfolio's price per tonne / 1000, rounded up. ${unit}`,
      examples: [900],
    });

/** The contract gives a quote exactly two fields, so that a currency can't be added to them. */
export const QuoteResource = z
  .strictObject({
    amount_kg: z.int().meta({ description: "Amount of credits in kg of CO2e.", examples: [150] }),
    price_usd_cents: quotedPriceIn("In US cents; only for accounts in US dollars."),
    currency: currencyField.optional().meta({
      description: "Of `price`; only for accounts in other currencies.",
      examples: ["eur"],
    }),
    price: quotedPriceIn(`${inMinorUnits} Only for accounts in other currencies.`),
  })
  .meta({ id: "Quote", description: "Price of an amount of credits." });
export type QuoteResource = z.infer<typeof QuoteResource>;

export function quotedPrice(quote: {
  amountKg: number;
  price: number;
  currency: Currency;
}): QuoteResource {
  const { amountKg: amount_kg, price, currency } = quote;
  return currency === "usd"
    ? { amount_kg, price_usd_cents: price }
    : { amount_kg, currency, price };
}

type FileAmount<Name extends string> = {
  [Key in Name | UsdCents<Name>]?: number | null | undefined;
};

/** Both fields of an amount in a file: in US cents, or in a currency that is named next to it. */
export const fileAmountSchema = <Name extends string>(name: Name, amount: z.ZodInt) =>
  ({ [usdCents(name)]: amount.nullish(), [name]: amount.nullish() }) as {
    [Key in Name | UsdCents<Name>]: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
  };

/** The amount that a file states, null if it clears it; undefined if it says nothing. */
export function statedAmount<Name extends string>(
  entry: FileAmount<Name>,
  { name, currency }: { name: Name; currency: Currency | null | undefined },
): Money | null | undefined {
  const values: { [Key in string]?: number | null | undefined } = entry;
  const [cents, minor] = [values[usdCents(name)], values[name]];
  if (cents != null) return { minor: cents, currency: "usd" };
  if (minor != null && currency != null) return { minor, currency };
  return cents === undefined && minor === undefined ? undefined : null;
}

/** Refuses an amount that a file states twice, or without a currency. */
export function checkStatedAmount<Name extends string>(
  entry: FileAmount<Name>,
  { name, currencyName, ...of }: { name: Name; currencyName: string; currency: unknown },
): { field: string; message: string } | null {
  const values: { [Key in string]?: number | null | undefined } = entry;
  if (values[name] == null) return null;
  if (values[usdCents(name)] != null) {
    return { field: name, message: `must not be given together with ${usdCents(name)}` };
  }
  return of.currency == null ? { field: currencyName, message: `is required with ${name}` } : null;
}

const pricePerKg = (what: string) =>
  z
    .int()
    .nullable()
    .meta({
      description:
        `Upper bound of the price per kg ${what}: the price per tonne / 1000, rounded up. Totals ` +
        "are calculated from the price per tonne. Null in other currencies.",
      examples: [3],
    });

/** The contract's prices of a portfolio per kg, which only US dollars have. */
export const pricesPerKg = {
  checkout_price_per_kg_usd_cents: pricePerKg("through checkout sessions"),
  api_price_per_kg_usd_cents: pricePerKg("of orders placed through the API"),
};

export function pricesPerKgIn(
  currency: Currency,
  { api, checkout }: Record<"api" | "checkout", number | null>,
) {
  const isInUsd = currency === "usd";
  return {
    checkout_price_per_kg_usd_cents: isInUsd ? checkout : null,
    api_price_per_kg_usd_cents: isInUsd ? api : null,
  };
}
