-- Refunds of payments, whole and partial, and disputes. What a payment has refunded is the sum of its
-- refunds that succeeded.

ALTER TABLE payments
  -- Sum of the pending refunds.
  ADD COLUMN refunding_usd_cents bigint NOT NULL DEFAULT 0 CHECK (refunding_usd_cents >= 0),
  -- As the provider reports them, for the charge without its refunds.
  ADD COLUMN fee_usd_cents bigint CHECK (fee_usd_cents >= 0),
  ADD COLUMN net_usd_cents bigint,
  DROP CONSTRAINT payments_state_check,
  DROP CONSTRAINT payments_only_paid_is_refunded,
  DROP CONSTRAINT payments_paid_has_time,
  DROP CONSTRAINT payments_refund_within_amount,
  DROP CONSTRAINT payments_unsettled_is_polled,
  ADD CONSTRAINT payments_state_check CHECK (state IN ('open', 'confirming', 'requires_action',
    'processing', 'paid', 'disputed', 'refunding', 'refunded', 'charged_back', 'failed')),
  ADD CONSTRAINT payments_only_paid_is_refunded CHECK (
    (refunded_usd_cents = 0 AND refunding_usd_cents = 0)
    OR state IN ('paid', 'disputed', 'refunding', 'refunded', 'charged_back')),
  ADD CONSTRAINT payments_paid_has_time CHECK ((paid_at IS NOT NULL)
    = (state IN ('paid', 'disputed', 'refunding', 'refunded', 'charged_back'))),
  ADD CONSTRAINT payments_refund_within_amount CHECK (
    refunded_usd_cents >= 0 AND refunded_usd_cents + refunding_usd_cents <= amount_usd_cents),
  -- A refund that succeeded can still fail, so refunded payments may be polled.
  ADD CONSTRAINT payments_unsettled_is_polled CHECK (next_poll_at IS NOT NULL
    OR (state NOT IN ('confirming', 'requires_action', 'processing', 'disputed', 'refunding')
      AND refunding_usd_cents = 0));

DROP INDEX payments_under_way_idx;
CREATE INDEX payments_under_way_idx ON payments (mode, id)
  WHERE state IN ('processing', 'refunding') OR refunding_usd_cents > 0;

CREATE TABLE refunds (
  account_id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  id text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  checkout_session_id text COLLATE "C" NOT NULL,
  amount_usd_cents bigint NOT NULL CHECK (amount_usd_cents > 0),
  -- `provider`: made at the provider by hand. `other_means`: the operator paid the customer otherwise.
  kind text NOT NULL
    CHECK (kind IN ('requested', 'cancellation', 'late_payment', 'provider', 'other_means')),
  reason text CHECK (char_length(reason) BETWEEN 1 AND 512),
  state text NOT NULL CHECK (state IN ('pending', 'succeeded', 'failed')),
  failure text,
  -- Identifies the refund to the provider, however often it is requested.
  provider_key text NOT NULL,
  provider_refund_id text,
  actor_type text NOT NULL,
  actor_id text,
  created_at timestamptz(3) NOT NULL,
  settled_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, payment_id) REFERENCES payments (account_id, id),
  CONSTRAINT refunds_pending_is_unsettled CHECK ((state = 'pending') = (settled_at IS NULL)),
  CONSTRAINT refunds_failure_of_failed CHECK ((state = 'failed') = (failure IS NOT NULL))
);
CREATE UNIQUE INDEX refunds_provider_key_idx ON refunds (account_id, provider_key);
CREATE INDEX refunds_of_payment_idx ON refunds (account_id, payment_id);

CREATE TABLE payment_disputes (
  account_id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  id text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  provider_dispute_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('dispute', 'warning')),
  -- `dismissed`: a warning that the merchant decided to ignore.
  state text NOT NULL CHECK (state IN ('open', 'won', 'lost', 'dismissed')),
  amount_usd_cents bigint NOT NULL CHECK (amount_usd_cents > 0),
  reason text NOT NULL,
  evidence_due_on timestamptz(3),
  opened_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, payment_id) REFERENCES payments (account_id, id),
  CONSTRAINT payment_disputes_open_is_not_closed CHECK ((state = 'open') = (closed_at IS NULL)),
  CONSTRAINT payment_disputes_only_warnings_are_dismissed
    CHECK (state <> 'dismissed' OR kind = 'warning')
);
CREATE UNIQUE INDEX payment_disputes_provider_idx
  ON payment_disputes (account_id, payment_id, provider_dispute_id);
CREATE INDEX payment_disputes_open_idx ON payment_disputes (mode, id) WHERE state = 'open';

ALTER TABLE orders ADD COLUMN refunded_usd_cents bigint NOT NULL DEFAULT 0
  CHECK (refunded_usd_cents >= 0);

ALTER TABLE events
  DROP CONSTRAINT events_type_check,
  ADD CONSTRAINT events_type_check CHECK (type IN (
    'order.fulfilled', 'order.cancelled', 'order.retired', 'order.retirement_corrected',
    'checkout_session.completed', 'checkout_session.expired', 'payment.refunded',
    'payment.disputed', 'subaccount.created', 'subaccount.updated', 'subaccount.deleted'));

-- Earlier refunds. A pending one keeps the key that its request may have been sent with.
INSERT INTO refunds (account_id, mode, id, payment_id, checkout_session_id, amount_usd_cents, kind,
  state, provider_key, actor_type, actor_id, created_at, settled_at)
SELECT p.account_id, p.mode, 'rfd_' || substr(p.id, 5), p.id, p.checkout_session_id,
  p.refunded_usd_cents,
  CASE WHEN p.state <> 'refunded' OR o.state = 'fulfilled' THEN 'provider'
       WHEN o.state = 'cancelled' THEN 'cancellation' ELSE 'late_payment' END,
  'succeeded', p.checkout_session_id || '/refunded', 'system', 'upgrade', p.updated_at, p.updated_at
FROM payments p
LEFT JOIN orders o ON o.account_id = p.account_id AND o.checkout_session_id = p.checkout_session_id
WHERE p.refunded_usd_cents > 0;

INSERT INTO refunds (account_id, mode, id, payment_id, checkout_session_id, amount_usd_cents, kind,
  state, provider_key, actor_type, actor_id, created_at)
SELECT p.account_id, p.mode,
  -- Another last letter than that of an earlier partial refund.
  'rfd_' || substr(p.id, 5, 25) || CASE WHEN right(p.id, 1) = '0' THEN '1' ELSE '0' END,
  p.id, p.checkout_session_id, p.amount_usd_cents - p.refunded_usd_cents,
  CASE WHEN o.state = 'cancelled' THEN 'cancellation' ELSE 'late_payment' END,
  'pending', p.checkout_session_id || '/refund', 'system', 'upgrade', p.updated_at
FROM payments p
LEFT JOIN orders o ON o.account_id = p.account_id AND o.checkout_session_id = p.checkout_session_id
WHERE p.state = 'refunding';

UPDATE payments SET refunding_usd_cents = amount_usd_cents - refunded_usd_cents
WHERE state = 'refunding';

UPDATE orders o SET refunded_usd_cents = p.refunded_usd_cents
FROM payments p
WHERE p.account_id = o.account_id AND p.checkout_session_id = o.checkout_session_id
  AND p.refunded_usd_cents > 0;
