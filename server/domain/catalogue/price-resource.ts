// Prices of categories and portfolios in the API.
import { z } from "zod";
import { amountFields, currencyField, nullableAmountSchema } from "#core/contract-money";
import type { Currency } from "#core/money";
import {
  type CurrencyPrices,
  type PricedPortfolio,
  pricePerKgBound,
  priceSet,
  pricesIn,
} from "./price-rules";

export const categoryPrices = {
  currency: currencyField,
  ...nullableAmountSchema("api_price_per_tonne", {
    description:
      "Price per tonne of orders placed through the API, as far as a portfolio's price is " +
      "derived; null if the category has none in your currency.",
    example: 2000,
  }),
  ...nullableAmountSchema("checkout_price_per_tonne", {
    description:
      "Price per tonne through checkout sessions, as far as a portfolio's price is derived; " +
      "null if the category has none in your currency.",
    example: 3000,
  }),
};

export const portfolioPrices = {
  currency: currencyField,
  checkout_price_per_kg_usd_cents: z
    .int()
    .nullable()
    .meta({
      description:
        "Upper bound of the price per kg through checkout sessions: the price per tonne / 1000, " +
        "rounded up. Totals are calculated from the price per tonne. Null in other currencies.",
      examples: [3],
    }),
  api_price_per_kg_usd_cents: z
    .int()
    .nullable()
    .meta({
      description:
        "Upper bound of the price per kg of orders placed through the API: the price per tonne / " +
        "1000, rounded up. Totals are calculated from the price per tonne. Null in other " +
        "currencies.",
      examples: [2],
    }),
  ...nullableAmountSchema("checkout_price_per_tonne", {
    description: "Price per tonne through checkout sessions.",
    example: 2650,
  }),
  ...nullableAmountSchema("api_price_per_tonne", {
    description: "Price per tonne of orders placed through the API.",
    example: 1750,
  }),
};

export const toCategoryPrices = (prices: readonly CurrencyPrices[], currency: Currency) => ({
  currency,
  ...amountFields(
    {
      api_price_per_tonne: priceSet(prices, { channel: "api", currency }),
      checkout_price_per_tonne: priceSet(prices, { channel: "checkout", currency }),
    },
    currency,
  ),
});

export function toPortfolioPrices(portfolio: PricedPortfolio, currency: Currency) {
  const { api, checkout } = pricesIn(portfolio, currency);
  const centsPerKg = (price: number | null) =>
    price === null || currency !== "usd" ? null : pricePerKgBound(price);
  return {
    currency,
    checkout_price_per_kg_usd_cents: centsPerKg(checkout),
    api_price_per_kg_usd_cents: centsPerKg(api),
    ...amountFields({ checkout_price_per_tonne: checkout, api_price_per_tonne: api }, currency),
  };
}
