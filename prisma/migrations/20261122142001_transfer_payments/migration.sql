-- Payments by bank transfer, which the operator confirms. Older versions take a provider that they do
-- not know for Stripe, so none may run beside this.

-- Which providers there are is the code's: the database holds only that a name is one, and that no
-- payment of the built-in test provider is live.
ALTER TABLE payments DROP CONSTRAINT payments_provider_check;
ALTER TABLE payments ADD CONSTRAINT payments_provider_check
  CHECK (provider ~ '^[a-z][a-z0-9-]{0,31}$') NOT VALID;
ALTER TABLE payments VALIDATE CONSTRAINT payments_provider_check;
ALTER TABLE checkout_sessions DROP CONSTRAINT checkout_sessions_provider_check;
ALTER TABLE checkout_sessions ADD CONSTRAINT checkout_sessions_provider_check
  CHECK (provider IS NULL OR (provider ~ '^[a-z][a-z0-9-]{0,31}$' AND (provider <> 'test' OR mode = 'test')))
  NOT VALID;
ALTER TABLE checkout_sessions VALIDATE CONSTRAINT checkout_sessions_provider_check;

-- What the operator has to confirm, newest first.
CREATE INDEX payments_under_way_idx ON payments (mode, id)
  WHERE state IN ('processing', 'refunding');

-- The provider's own books, as those of a provider elsewhere: no foreign key leads here.
CREATE TABLE transfer_payments (
  -- What the customer writes on the transfer.
  id text COLLATE "C" PRIMARY KEY,
  -- What makes a repeated request find the payment of the first.
  key text COLLATE "C" NOT NULL UNIQUE,
  reference text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  amount_usd_cents bigint NOT NULL CHECK (amount_usd_cents > 0),
  state text NOT NULL CHECK (state IN ('open', 'waiting', 'paid', 'cancelled')),
  -- Unpaid at this time, the transfer ends.
  due_at timestamptz(3),
  received_at timestamptz(3),
  refunded_usd_cents bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT transfer_payments_waiting_is_due CHECK (state <> 'waiting' OR due_at IS NOT NULL),
  CONSTRAINT transfer_payments_paid_is_received CHECK ((state = 'paid') = (received_at IS NOT NULL)),
  CONSTRAINT transfer_payments_refund_is_all
    CHECK (refunded_usd_cents = 0 OR (state = 'paid' AND refunded_usd_cents = amount_usd_cents))
);
