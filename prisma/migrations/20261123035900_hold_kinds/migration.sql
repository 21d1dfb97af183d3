-- Runs beside: 20261123011700_payment_provider_accounts

-- Stock of an order in its cooling-off period is held by the hold of its payment, so the kind
-- "cooling_off" was never written.
ALTER TABLE stock_holds
  DROP CONSTRAINT stock_holds_kind_check,
  ADD CONSTRAINT stock_holds_kind_check CHECK (kind IN ('reservation', 'payment'));
