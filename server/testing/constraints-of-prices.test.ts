import { describe } from "vitest";
import { guarantee, openLedger } from "#testing/guarantee";
import { insert } from "#testing/ledger";

openLedger();

const price = (row: Parameters<typeof insert>[1]) =>
  insert("account_prices", {
    account_id: "acc_test",
    mode: "test",
    currency: "usd",
    portfolio_id: "pf",
    api_price_per_tonne: 1,
    changed_at: "2026-11-21T12:00:00Z",
    ...row,
  });

const ofCategory = (row: Parameters<typeof insert>[1]) =>
  insert("category_prices", {
    ...{ mode: "test", category_id: "cat_a", currency: "eur" },
    ...{ api_price_per_tonne: 1, checkout_price_per_tonne: 1, ...row },
  });

const ofPortfolio = (row: Parameters<typeof insert>[1]) =>
  insert("portfolio_prices", {
    ...{ mode: "test", portfolio_id: "pf", currency: "eur", api_price_per_tonne: 1, ...row },
  });

describe("a price of the catalogue", () => {
  guarantee("of a category is above zero in both channels, once for each currency", {
    allows: [[ofCategory({}), ofCategory({ currency: "jpy" })]],
    refuses: [
      ["category_prices_api_price_check", ofCategory({ api_price_per_tonne: 0 })],
      ["category_prices_checkout_price_check", ofCategory({ checkout_price_per_tonne: 0 })],
      ["category_prices_currency_check", ofCategory({ currency: "EUR" })],
      ["category_prices_category_fkey", ofCategory({ category_id: "cat_none" })],
      ["category_prices_pkey", ofCategory({}), ofCategory({})],
    ],
  });

  guarantee("of a portfolio is above zero, and is set only where all accounts may buy it", {
    allows: [[ofPortfolio({}), ofPortfolio({ currency: "jpy", checkout_price_per_tonne: 2 })]],
    refuses: [
      ["portfolio_prices_any", ofPortfolio({ api_price_per_tonne: null })],
      ["portfolio_prices_api_price_check", ofPortfolio({ api_price_per_tonne: 0 })],
      ["portfolio_prices_checkout_price_check", ofPortfolio({ checkout_price_per_tonne: 0 })],
      ["portfolio_prices_currency_check", ofPortfolio({ currency: "EUR" })],
      ["portfolio_prices_of_offered_check", ofPortfolio({ is_offered: false })],
      [
        "portfolio_prices_portfolio_fkey",
        ofPortfolio({}),
        "UPDATE portfolios SET account_id = 'acc_test' WHERE mode = 'test' AND id = 'pf'",
      ],
      ["portfolio_prices_pkey", ofPortfolio({}), ofPortfolio({})],
    ],
  });
});

describe("a price of an account", () => {
  guarantee("is at least a cent per tonne in one of the channels, and unique per portfolio", {
    allows: [
      [price({ checkout_price_per_tonne: 1 })],
      [price({ api_price_per_tonne: null, checkout_price_per_tonne: 1 })],
    ],
    refuses: [
      ["account_prices_any", price({ api_price_per_tonne: null })],
      ["account_prices_api_price_per_tonne_check", price({ api_price_per_tonne: 0 })],
      ["account_prices_checkout_price_per_tonne_check", price({ checkout_price_per_tonne: -1 })],
      ["account_prices_pkey", price({}), price({})],
    ],
  });

  guarantee("is of an account and a portfolio of the same mode", {
    allows: [[price({ account_id: "acc_live", mode: "live", portfolio_id: "pf_live" })]],
    refuses: [
      ["account_prices_account_fkey", price({ mode: "live", portfolio_id: "pf_live" })],
      ["account_prices_mode_portfolio_id_fkey", price({ portfolio_id: "pf_live" })],
    ],
  });
});
