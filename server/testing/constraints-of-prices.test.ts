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
