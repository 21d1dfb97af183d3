-- Runs beside: 20261123085800_payment_links
-- Older programs sell at the prices of the catalogue, so set none before they have ended.

-- Prices of one account, in place of those that an offered portfolio has for all accounts.

CREATE TABLE account_prices (
  account_id text COLLATE "C" NOT NULL,
  mode text NOT NULL,
  portfolio_id text COLLATE "C" NOT NULL,
  -- Null for a channel with the catalogue's price.
  api_price_per_tonne_usd_cents integer CHECK (api_price_per_tonne_usd_cents >= 1),
  checkout_price_per_tonne_usd_cents integer CHECK (checkout_price_per_tonne_usd_cents >= 1),
  changed_by text,
  changed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, portfolio_id),
  CONSTRAINT account_prices_any
    CHECK (num_nonnulls(api_price_per_tonne_usd_cents, checkout_price_per_tonne_usd_cents) > 0),
  FOREIGN KEY (account_id, mode) REFERENCES accounts (id, mode),
  FOREIGN KEY (mode, portfolio_id) REFERENCES portfolios (mode, id)
);
