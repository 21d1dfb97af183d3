// Prices of categories and portfolios in the API.
import {
  amountFields,
  currencyField,
  nullableAmountSchema,
  pricesPerKg,
  pricesPerKgIn,
} from "#core/contract-money";
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
  ...pricesPerKg,
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
  const bound = (price: number | null) => (price === null ? null : pricePerKgBound(price));
  return {
    currency,
    ...pricesPerKgIn(currency, { api: bound(api), checkout: bound(checkout) }),
    ...amountFields({ checkout_price_per_tonne: checkout, api_price_per_tonne: api }, currency),
  };
}
