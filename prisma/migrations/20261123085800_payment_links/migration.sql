-- Payment links: public pages where any number of customers choose an amount and pay.

CREATE TABLE payment_links (
  account_id text COLLATE "C" NOT NULL,
  mode text NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- Ends the page's address.
  slug text COLLATE "C" NOT NULL CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 100),
  name text NOT NULL,
  description text,
  -- Null sells the default portfolio of the day.
  portfolio_id text COLLATE "C",
  subaccount_id text COLLATE "C",
  min_kg integer NOT NULL CHECK (min_kg > 0),
  max_kg integer NOT NULL CHECK (max_kg <= 1000000000),
  suggested_kg integer[] NOT NULL CHECK (cardinality(suggested_kg) <= 6),
  -- Null leaves the customer on the page of the checkout session.
  success_url text,
  state text NOT NULL CHECK (state IN ('active', 'paused')),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT payment_links_limits_in_order CHECK (min_kg <= max_kg),
  FOREIGN KEY (account_id, mode) REFERENCES accounts (id, mode),
  FOREIGN KEY (mode, portfolio_id) REFERENCES portfolios (mode, id),
  FOREIGN KEY (account_id, subaccount_id) REFERENCES subaccounts (account_id, id)
);
CREATE INDEX payment_links_portfolio_idx ON payment_links (portfolio_id, id)
  WHERE portfolio_id IS NOT NULL;
CREATE UNIQUE INDEX payment_links_slug_key ON payment_links (slug);

-- The link that the customer came from.
ALTER TABLE checkout_sessions ADD COLUMN payment_link_id text COLLATE "C";
-- No stored session has a link, so there is nothing to validate.
ALTER TABLE checkout_sessions ADD CONSTRAINT checkout_sessions_payment_link_fkey
  FOREIGN KEY (account_id, payment_link_id) REFERENCES payment_links (account_id, id) NOT VALID;
CREATE INDEX checkout_sessions_payment_link_idx ON checkout_sessions (account_id, payment_link_id)
  WHERE payment_link_id IS NOT NULL;
