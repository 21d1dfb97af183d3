-- Stock behind every payment: kg per project that are kept for a buyer, and orders that wait for
-- the end of a cooling-off period.

-- A deferred check of an updated row would prevent altering its table.
SET CONSTRAINTS ALL IMMEDIATE;

ALTER TABLE accounts
  -- Sells more than there is in stock, to be delivered within these days.
  ADD COLUMN may_back_order boolean NOT NULL DEFAULT false,
  ADD COLUMN back_order_days integer CHECK (back_order_days BETWEEN 1 AND 3650),
  -- Most of a portfolio's stock that the account may reserve, in percent.
  ADD COLUMN hold_share_percent integer NOT NULL DEFAULT 25
    CHECK (hold_share_percent BETWEEN 0 AND 100),
  ADD CONSTRAINT accounts_back_order_has_days CHECK (NOT may_back_order OR back_order_days IS NOT NULL);

ALTER TABLE checkout_sessions
  -- Set where the session was sold beyond stock.
  ADD COLUMN credits_expected_by date;

-- Replacing the queue's generated column rewrites the table, about two seconds per million orders.
-- In one statement, so that it is rewritten once.
ALTER TABLE orders
  -- Kept out of matching until this time, because the customer may still withdraw.
  ADD COLUMN matchable_from timestamptz(3),
  -- True until `matchable_from`; a job clears it.
  ADD COLUMN cooling_off boolean NOT NULL DEFAULT false,
  ADD COLUMN credits_expected_by date,
  ADD CONSTRAINT orders_cooling_off_has_end CHECK (NOT cooling_off OR matchable_from IS NOT NULL),
  ADD CONSTRAINT orders_cooling_off_before_fulfilled
    CHECK (NOT (cooling_off AND state = 'fulfilled')),
  DROP COLUMN queue_id;
ALTER TABLE orders
  -- The id while the order waits in the queue. A column of its own, so that no plan can walk the
  -- queue along another index on id, through all settled orders.
  ADD COLUMN queue_id text COLLATE "C" GENERATED ALWAYS AS
    (CASE WHEN state = 'placed' AND NOT awaiting_payment AND NOT cooling_off THEN id END) STORED;
CREATE INDEX orders_queue_idx ON orders (mode, tried_stock_version, queue_id)
  WHERE queue_id IS NOT NULL;
CREATE INDEX orders_cooling_off_idx ON orders (matchable_from) WHERE cooling_off;

CREATE TABLE stock_holds (
  account_id text COLLATE "C" NOT NULL,
  mode text NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('reservation', 'payment', 'cooling_off')),
  state text NOT NULL CHECK (state IN ('held', 'used', 'released', 'expired', 'void')),
  is_held boolean NOT NULL GENERATED ALWAYS AS (state = 'held') STORED,
  portfolio_id text COLLATE "C" NOT NULL,
  split_portfolio_id text COLLATE "C",
  amount_kg integer NOT NULL CHECK (amount_kg BETWEEN 1 AND 1000000000),
  -- The price of a reservation; other holds have the price of their session or order.
  channel text CHECK (channel IN ('api', 'checkout')),
  price_per_tonne_usd_cents integer CHECK (price_per_tonne_usd_cents > 0),
  price_usd_cents bigint CHECK (price_usd_cents > 0),
  -- End of a reservation, as promised to its buyer.
  reserved_until timestamptz(3),
  -- Null while a payment or an order uses the hold.
  expires_at timestamptz(3),
  checkout_session_id text COLLATE "C",
  order_id text COLLATE "C",
  -- True while matching has not been told that the kg are available again.
  is_freed boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  UNIQUE (mode, id, is_held),
  CONSTRAINT stock_holds_reservation_has_price CHECK (
    (kind = 'reservation') = (num_nonnulls(channel, price_per_tonne_usd_cents, price_usd_cents,
      reserved_until) = 4)
    AND num_nonnulls(channel, price_per_tonne_usd_cents, price_usd_cents, reserved_until) IN (0, 4)
  ),
  CONSTRAINT stock_holds_ended_unless_held CHECK ((state = 'held') = (ended_at IS NULL)),
  CONSTRAINT stock_holds_freed_is_over CHECK (NOT is_freed OR state IN ('released', 'expired', 'void')),
  CONSTRAINT stock_holds_used_by_order CHECK (state <> 'used' OR order_id IS NOT NULL),
  -- Whatever no payment or order uses ends by itself.
  CONSTRAINT stock_holds_has_end CHECK (
    state <> 'held' OR expires_at IS NOT NULL OR order_id IS NOT NULL
    OR checkout_session_id IS NOT NULL
  ),
  FOREIGN KEY (account_id, mode) REFERENCES accounts (id, mode),
  FOREIGN KEY (mode, portfolio_id) REFERENCES portfolios (mode, id),
  FOREIGN KEY (account_id, checkout_session_id) REFERENCES checkout_sessions (account_id, id),
  FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id)
);
CREATE UNIQUE INDEX stock_holds_session_idx ON stock_holds (account_id, checkout_session_id)
  WHERE state = 'held' AND checkout_session_id IS NOT NULL;
CREATE UNIQUE INDEX stock_holds_order_idx ON stock_holds (account_id, order_id)
  WHERE state = 'held' AND order_id IS NOT NULL;
CREATE INDEX stock_holds_expiry_idx ON stock_holds (expires_at)
  WHERE state = 'held' AND expires_at IS NOT NULL;
CREATE INDEX stock_holds_freed_idx ON stock_holds (mode) WHERE is_freed;

-- Kg of a hold by project. A part is held as long as its hold: the foreign key carries the change.
CREATE TABLE stock_hold_parts (
  mode text NOT NULL,
  hold_id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  kg integer NOT NULL CHECK (kg > 0),
  is_held boolean NOT NULL,
  PRIMARY KEY (mode, hold_id, project_id),
  FOREIGN KEY (mode, hold_id, is_held) REFERENCES stock_holds (mode, id, is_held)
    ON UPDATE CASCADE,
  FOREIGN KEY (mode, project_id) REFERENCES projects (mode, id)
);
CREATE INDEX stock_hold_parts_held_idx ON stock_hold_parts (mode, project_id) INCLUDE (kg)
  WHERE is_held;
