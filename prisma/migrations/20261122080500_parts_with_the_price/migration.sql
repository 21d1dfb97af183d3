-- What is sold from an account's own portfolio keeps the parts that its price was made of: else an
-- account could lock a price by cheap parts, and change them to dear ones before it is filled.

ALTER TABLE portfolios
  -- Of an account's own: its present parts once more, under an id whose parts never change.
  ADD COLUMN split_portfolio_id text COLLATE "C",
  ADD CONSTRAINT portfolios_split_is_a_portfolio
    FOREIGN KEY (mode, split_portfolio_id) REFERENCES portfolios (mode, id);

ALTER TABLE checkout_sessions
  ADD COLUMN split_portfolio_id text COLLATE "C",
  ADD CONSTRAINT checkout_sessions_split_is_a_portfolio
    FOREIGN KEY (mode, split_portfolio_id) REFERENCES portfolios (mode, id);
