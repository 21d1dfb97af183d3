-- Paid payments are polled sparsely for disputes and returned refunds, apart from those whose outcome
-- is awaited: a webhook can be lost, or not set up.
ALTER TABLE payments
  ADD COLUMN watch_at timestamptz(3),
  ADD CONSTRAINT payments_only_paid_is_watched CHECK (watch_at IS NULL OR paid_at IS NOT NULL);
CREATE INDEX payments_watch_idx ON payments (watch_at) WHERE watch_at IS NOT NULL;

UPDATE payments SET watch_at = now() + random() * interval '1 day'
WHERE state IN ('paid', 'refunded', 'charged_back') AND provider <> 'transfer'
  AND paid_at > now() - interval '120 days';

-- Refunds that failed are listed until they are repeated.
CREATE INDEX refunds_failed_idx ON refunds (mode, id) WHERE state = 'failed';
