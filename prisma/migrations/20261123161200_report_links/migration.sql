-- Runs beside: 20261123085800_payment_links
-- Links with which anyone can read the report of one subaccount for a while.
CREATE TABLE report_links (
  account_id text COLLATE "C" NOT NULL,
  mode text NOT NULL,
  id text COLLATE "C" NOT NULL,
  subaccount_id text COLLATE "C" NOT NULL,
  -- SHA-256 of the token in the address.
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  -- First and last day (UTC).
  from_day date NOT NULL,
  to_day date NOT NULL,
  has_prices boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  CONSTRAINT report_links_period_in_order CHECK (from_day <= to_day),
  CONSTRAINT report_links_expire CHECK (
    expires_at > created_at AND expires_at <= created_at + interval '90 days'
  ),
  FOREIGN KEY (account_id, mode) REFERENCES accounts (id, mode),
  FOREIGN KEY (account_id, subaccount_id) REFERENCES subaccounts (account_id, id)
    ON DELETE CASCADE
);
CREATE UNIQUE INDEX report_links_token_key ON report_links (token_hash);
CREATE INDEX report_links_subaccount_idx ON report_links (account_id, subaccount_id, id);
