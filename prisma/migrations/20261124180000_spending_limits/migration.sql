-- Runs beside: 20261123175020_deferred_keys_only
-- What an API key may order in a calendar month. A key and its successors share one row. An older
-- program next to this one does not count, so create limited keys once all programs are updated.

CREATE TABLE spending_limits (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts (id),
  -- The first key's.
  id text COLLATE "C" NOT NULL,
  limit_usd_cents bigint NOT NULL CHECK (limit_usd_cents > 0),
  -- The month (UTC) that is counted.
  month text COLLATE "C" NOT NULL CHECK (month ~ '^\d{4}-\d{2}$'),
  spent_usd_cents bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, id),
  CONSTRAINT spending_limits_not_exceeded
    CHECK (spent_usd_cents BETWEEN 0 AND limit_usd_cents)
);

ALTER TABLE api_keys ADD COLUMN spending_limit_id text COLLATE "C";
ALTER TABLE api_keys ADD CONSTRAINT api_keys_spending_limit_fkey
  FOREIGN KEY (account_id, spending_limit_id) REFERENCES spending_limits (account_id, id) NOT VALID;
