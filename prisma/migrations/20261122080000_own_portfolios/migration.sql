-- Accounts build portfolios of their own.

ALTER TABLE portfolios
  -- Set: nobody can buy from it any more. It stays for the orders and sessions that name it.
  ADD COLUMN archived_at timestamptz(3),
  -- An account must not sell to itself below what the categories cost.
  ADD CONSTRAINT portfolios_own_price_is_derived CHECK (
    account_id IS NULL
    OR num_nonnulls(api_price_per_kg_usd_cents, checkout_price_per_kg_usd_cents) = 0
  );
CREATE INDEX portfolios_account_id_idx ON portfolios (account_id, id);

ALTER TABLE orders
  -- By whose parts the order is filled, where its portfolio was changed after it was placed.
  ADD COLUMN split_portfolio_id text COLLATE "C",
  ADD CONSTRAINT orders_split_is_a_portfolio
    FOREIGN KEY (mode, split_portfolio_id) REFERENCES portfolios (mode, id);
