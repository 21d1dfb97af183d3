-- Runs beside no older version: its programs overlook money that is to be returned.
-- Money that arrived for a payment that ended without being paid, and its return.
ALTER TABLE payments
  ADD COLUMN unapplied_usd_cents bigint NOT NULL DEFAULT 0,
  ADD COLUMN unapplied_returned_at timestamptz(3),
  ADD CONSTRAINT payments_unapplied_has_ended CHECK (
    unapplied_usd_cents >= 0 AND (unapplied_usd_cents = 0 OR state = 'failed')
    AND (unapplied_returned_at IS NULL OR unapplied_usd_cents > 0)
  );
