import { z } from "zod";
import type { Currency } from "#core/money";
import { text } from "#core/text";
import { currencyCode, typedMoney } from "#core/typed-money";
import { MAX_PRICE_PER_TONNE } from "./file-prices";

const id = text(255, 1);
const amount = z.int().min(1).max(MAX_PRICE_PER_TONNE);

/** Prices that the editor saw; a change in between is a conflict. */
const expected = z.strictObject({ api: z.int().nullable(), checkout: z.int().nullable() });

/** In minor units per tonne, by channel. */
export const CategoryPrices = z.strictObject({
  currency: currencyCode,
  api_price_per_tonne: amount,
  checkout_price_per_tonne: amount,
});

export const ListPriceChanges = z.strictObject({
  id,
  currency: currencyCode,
  api_price_per_tonne: amount.nullable(),
  checkout_price_per_tonne: amount.nullable(),
});
export type ListPriceChanges = z.infer<typeof ListPriceChanges>;

/** True to change a price by more than a factor of two. */
export const confirmed = z.boolean().default(false);

/** Null derives the price from the categories. */
export const SetPortfolioPrices = z.strictObject({
  id,
  currency: currencyCode,
  api_price_per_tonne: amount.nullable(),
  checkout_price_per_tonne: amount.nullable(),
  expected,
  confirmed,
});
export type SetPortfolioPrices = z.infer<typeof SetPortfolioPrices>;

/** Null for both ends the sale in the currency. */
export const SetCategoryPrices = SetPortfolioPrices.refine(
  (prices) => (prices.api_price_per_tonne === null) === (prices.checkout_price_per_tonne === null),
  { path: ["checkout_price_per_tonne"], error: "must be given together with the API price" },
);
export type SetCategoryPrices = z.infer<typeof SetCategoryPrices>;

const typedPrice = (currency: Currency) =>
  typedMoney({ currency, min: 1, max: MAX_PRICE_PER_TONNE }).nullable();

/** Prices per tonne in the currency, as typed; in minor units after validation. */
export const pricesForm = (currency: Currency) =>
  z.strictObject({
    api_price_per_tonne: typedPrice(currency),
    checkout_price_per_tonne: typedPrice(currency),
    confirmed,
  });
