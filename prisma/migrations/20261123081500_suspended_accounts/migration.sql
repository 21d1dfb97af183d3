-- A suspended account, live and test, cannot sell: see accounts/suspension.ts.
ALTER TABLE accounts
  ADD COLUMN suspended_at timestamptz(3),
  ADD COLUMN suspension_reason text,
  ADD CONSTRAINT accounts_suspension CHECK ((suspended_at IS NULL) = (suspension_reason IS NULL));
