-- Runs beside: 20261123175020_deferred_keys_only
-- Outside a transaction
ALTER TABLE accounts VALIDATE CONSTRAINT accounts_clock_of_test_only;
CREATE INDEX CONCURRENTLY IF NOT EXISTS accounts_clock_idx ON accounts (id)
  WHERE clock_offset_s > 0;
