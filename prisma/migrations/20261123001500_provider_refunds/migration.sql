-- Records of the test provider and of bank transfers: single refunds, and simulated disputes.

ALTER TABLE test_provider_payments
  -- What the card simulates after its payment.
  ADD COLUMN simulates text CHECK (simulates IN
    ('slow_refund', 'failed_refund', 'lost_dispute', 'won_dispute', 'warning')),
  -- Pending refunds.
  ADD COLUMN refunding_usd_cents bigint NOT NULL DEFAULT 0 CHECK (refunding_usd_cents >= 0),
  ADD COLUMN disputed_at timestamptz(3),
  ADD COLUMN dispute_closes_at timestamptz(3),
  ADD CONSTRAINT test_provider_refunds_within_amount
    CHECK (refunded_usd_cents + refunding_usd_cents <= amount_usd_cents);

CREATE TABLE test_provider_refunds (
  id text COLLATE "C" PRIMARY KEY,
  key text COLLATE "C" NOT NULL UNIQUE,
  payment_id text COLLATE "C" NOT NULL REFERENCES test_provider_payments (id) ON DELETE CASCADE,
  amount_usd_cents bigint NOT NULL CHECK (amount_usd_cents > 0),
  state text NOT NULL CHECK (state IN ('pending', 'succeeded', 'failed')),
  settles_at timestamptz(3),
  settles_as text CHECK (settles_as IN ('succeeded', 'failed')),
  CONSTRAINT test_provider_refunds_pending_settles
    CHECK ((state = 'pending') = (settles_at IS NOT NULL AND settles_as IS NOT NULL))
);
CREATE INDEX test_provider_refunds_of_payment_idx ON test_provider_refunds (payment_id);

-- Part of a transfer can be returned.
ALTER TABLE transfer_payments
  DROP CONSTRAINT transfer_payments_refund_is_all,
  ADD CONSTRAINT transfer_payments_refund_within_amount CHECK (
    refunded_usd_cents BETWEEN 0 AND amount_usd_cents
    AND (refunded_usd_cents = 0 OR state = 'paid'));

CREATE TABLE transfer_refunds (
  key text COLLATE "C" PRIMARY KEY,
  transfer_id text COLLATE "C" NOT NULL REFERENCES transfer_payments (id),
  amount_usd_cents bigint NOT NULL CHECK (amount_usd_cents > 0),
  -- When the operator recorded that the money was returned.
  returned_at timestamptz(3)
);
