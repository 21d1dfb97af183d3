-- Runs beside no older version: its programs would take an account that was reset for the present one.
-- A test account that was reset stays the owner of its ledger, and its live account gets another.
ALTER TABLE accounts
  ADD COLUMN reset_at timestamptz(3),
  ADD CONSTRAINT accounts_only_test_is_reset CHECK (reset_at IS NULL OR mode = 'test'),
  DROP CONSTRAINT accounts_live_account_id_key;

CREATE UNIQUE INDEX accounts_present_test_account_key ON accounts (live_account_id)
  WHERE reset_at IS NULL;
