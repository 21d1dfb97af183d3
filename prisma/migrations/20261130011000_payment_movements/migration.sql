-- Runs beside no older version: its programs would change refunds and disputes without a movement.
-- Money that went back to customers or to the provider, each on its own day: a refund that fails later,
-- and a lost dispute that is won, come back as movements of their own, so that a month that was filed
-- never changes.
CREATE TABLE payment_movements (
  account_id text COLLATE "C" NOT NULL,
  mode text NOT NULL,
  id text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  -- The refund or dispute; of a fee, the payment.
  source_id text COLLATE "C" NOT NULL,
  kind text NOT NULL CONSTRAINT payment_movements_kind_check CHECK (kind IN ('refund', 'fee')),
  amount_usd_cents bigint NOT NULL
    CONSTRAINT payment_movements_amount_check CHECK (amount_usd_cents <> 0),
  moved_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT payment_movements_payment_fkey FOREIGN KEY (account_id, payment_id)
    REFERENCES payments (account_id, id)
);

CREATE INDEX payment_movements_payment_idx ON payment_movements (account_id, payment_id);
CREATE INDEX payment_movements_time_idx ON payment_movements (account_id, moved_at);

INSERT INTO payment_movements
  SELECT account_id, mode, id, payment_id, id, 'refund', amount_usd_cents, settled_at
  FROM refunds WHERE state = 'succeeded' AND settled_at IS NOT NULL
  UNION ALL
  SELECT account_id, mode, id, payment_id, id, 'refund', amount_usd_cents, closed_at
  FROM payment_disputes WHERE state = 'lost' AND closed_at IS NOT NULL AND amount_usd_cents <> 0
  UNION ALL
  SELECT account_id, mode, id || '_fee', id, id, 'fee', fee_usd_cents, paid_at
  FROM payments WHERE paid_at IS NOT NULL AND fee_usd_cents > 0;

CREATE RULE payment_movements_never_change AS ON UPDATE TO payment_movements
  DO INSTEAD SELECT ('a movement of money never ' || 'changes')::integer;
CREATE RULE payment_movements_stay AS ON DELETE TO payment_movements
  DO INSTEAD SELECT ('a movement of money is never ' || 'deleted')::integer;

-- For orders that were cancelled after the month in which they were placed.
CREATE INDEX order_cancellations_time_idx ON order_cancellations (account_id, created_at);
