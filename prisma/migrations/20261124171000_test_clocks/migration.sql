-- Runs beside: 20261123175020_deferred_keys_only
-- Seconds by which a test account's clock is ahead. Live accounts have none.
ALTER TABLE accounts ADD COLUMN clock_offset_s integer NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD CONSTRAINT accounts_clock_of_test_only
  CHECK (clock_offset_s = 0 OR (mode = 'test' AND clock_offset_s > 0)) NOT VALID;
