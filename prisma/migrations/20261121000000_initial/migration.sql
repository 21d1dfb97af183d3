-- The whole schema. Ids are made by the application and compared byte by byte (COLLATE "C").
-- No key of a large table starts with the mode, which tells nothing apart: a foreign key's check is
-- planned once per connection, often on tables that are still empty, and would walk such an index.
-- Two constructions recur, because they need neither triggers nor deferred checks:
--   * a chain: rows that cover 0..n without gap or overlap. Each row starts where another ends
--     (a foreign key onto the same table), no two start or end at one point (unique keys), and
--     whoever claims to be covered up to n points at the row that ends there.
--   * a pin: a row that carries the state it was written for as part of a foreign key, so that
--     the state can never change again while the row is there.

-- ── accounts ────────────────────────────────────────────────────────────────────────────────

CREATE TABLE accounts (
  id text COLLATE "C" PRIMARY KEY,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  -- A test twin names the live account that it belongs to.
  live_account_id text COLLATE "C" UNIQUE REFERENCES accounts (id),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 512),
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  default_portfolio_id text COLLATE "C",
  created_at timestamptz(3) NOT NULL,
  UNIQUE (id, mode),
  CONSTRAINT accounts_test_is_a_twin CHECK ((mode = 'test') = (live_account_id IS NOT NULL))
);

CREATE TABLE people (
  id text COLLATE "C" PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  name text NOT NULL,
  password_hash text,
  is_operator boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL
);

CREATE TABLE memberships (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts (id),
  person_id text COLLATE "C" NOT NULL REFERENCES people (id),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'viewer')),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, person_id)
);
CREATE INDEX memberships_person_id_idx ON memberships (person_id);

CREATE TABLE api_keys (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts (id),
  id text COLLATE "C" NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 512),
  scope text NOT NULL CHECK (scope IN ('read', 'write')),
  token_hash bytea NOT NULL UNIQUE,
  token_hint text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  PRIMARY KEY (account_id, id)
);

CREATE TABLE audit_entries (
  account_id text COLLATE "C" REFERENCES accounts (id),
  id text COLLATE "C" PRIMARY KEY,
  actor_type text NOT NULL CHECK (actor_type IN ('key', 'person', 'system', 'public')),
  actor_id text,
  action text NOT NULL,
  subject_id text,
  data jsonb NOT NULL DEFAULT '{}',
  request_id text,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX audit_entries_account_id_id_idx ON audit_entries (account_id, id);

-- ── catalogue ───────────────────────────────────────────────────────────────────────────────

CREATE TABLE projects (
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  id text COLLATE "C" NOT NULL,
  position integer NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  summary text NOT NULL,
  description text NOT NULL,
  developer text NOT NULL,
  location_name text NOT NULL,
  location_latitude double precision CHECK (location_latitude BETWEEN -90 AND 90),
  location_longitude double precision CHECK (location_longitude BETWEEN -180 AND 180),
  primary_image_url text,
  registry_name text NOT NULL,
  registry_id text NOT NULL,
  registry_url text,
  un_sdg_goals integer[] NOT NULL,
  activity_types text[] NOT NULL,
  methodology text,
  verifier text,
  permanence text,
  lifetime_start_year integer,
  lifetime_end_year integer,
  impact_type text,
  due_diligence text,
  beyond_carbon text,
  risk_of_reversal text,
  third_party_labels text[] NOT NULL,
  -- [{"vintage_year": 2022, "total_amount": 5000}], totals in tonnes.
  credit_issuances jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (mode, id)
);

CREATE TABLE project_categories (
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  id text COLLATE "C" NOT NULL,
  position integer NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  primary_image_url text,
  api_price_per_kg_usd_cents integer NOT NULL CHECK (api_price_per_kg_usd_cents > 0),
  checkout_price_per_kg_usd_cents integer NOT NULL CHECK (checkout_price_per_kg_usd_cents > 0),
  PRIMARY KEY (mode, id)
);

CREATE TABLE category_projects (
  mode text NOT NULL,
  category_id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  position integer NOT NULL,
  weight_millionths bigint NOT NULL CHECK (weight_millionths > 0),
  PRIMARY KEY (mode, category_id, project_id),
  FOREIGN KEY (mode, category_id) REFERENCES project_categories (mode, id),
  FOREIGN KEY (mode, project_id) REFERENCES projects (mode, id)
);

CREATE TABLE portfolios (
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  id text COLLATE "C" NOT NULL,
  -- Null: offered to every account of the mode.
  account_id text COLLATE "C" REFERENCES accounts (id),
  position integer NOT NULL,
  name text NOT NULL,
  summary text NOT NULL,
  description text NOT NULL,
  primary_image_url text,
  -- Null: derived from the categories' prices.
  api_price_per_kg_usd_cents integer CHECK (api_price_per_kg_usd_cents > 0),
  checkout_price_per_kg_usd_cents integer CHECK (checkout_price_per_kg_usd_cents > 0),
  allocated_millionths integer NOT NULL DEFAULT 1000000 CHECK (allocated_millionths = 1000000),
  PRIMARY KEY (mode, id)
);

-- A chain over 0..1,000,000 millionths: the fractions of a portfolio sum to exactly one.
CREATE TABLE portfolio_allocations (
  mode text NOT NULL,
  portfolio_id text COLLATE "C" NOT NULL,
  category_id text COLLATE "C" NOT NULL,
  start_millionths integer NOT NULL CHECK (start_millionths >= 0),
  end_millionths integer NOT NULL CHECK (end_millionths <= 1000000),
  previous_end_millionths integer GENERATED ALWAYS AS (NULLIF(start_millionths, 0)) STORED,
  PRIMARY KEY (mode, portfolio_id, start_millionths),
  UNIQUE (mode, portfolio_id, end_millionths),
  UNIQUE (mode, portfolio_id, category_id),
  CONSTRAINT portfolio_allocations_not_empty CHECK (end_millionths > start_millionths),
  FOREIGN KEY (mode, portfolio_id) REFERENCES portfolios (mode, id),
  FOREIGN KEY (mode, category_id) REFERENCES project_categories (mode, id),
  CONSTRAINT portfolio_allocations_chain FOREIGN KEY (mode, portfolio_id, previous_end_millionths)
    REFERENCES portfolio_allocations (mode, portfolio_id, end_millionths)
    DEFERRABLE INITIALLY DEFERRED
);

-- Deferred, because a portfolio is written before its allocations.
ALTER TABLE portfolios ADD CONSTRAINT portfolios_allocations_sum_to_one
  FOREIGN KEY (mode, id, allocated_millionths)
  REFERENCES portfolio_allocations (mode, portfolio_id, end_millionths)
  DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE accounts ADD FOREIGN KEY (mode, default_portfolio_id) REFERENCES portfolios (mode, id);

-- What the operator's catalogue says as a whole: one row a mode.
CREATE TABLE catalogues (
  mode text PRIMARY KEY CHECK (mode IN ('live', 'test')),
  default_portfolio_id text COLLATE "C",
  -- Grows whenever credits arrive or a portfolio changes: orders that had to wait are tried again.
  stock_version bigint NOT NULL DEFAULT 1,
  FOREIGN KEY (mode, default_portfolio_id) REFERENCES portfolios (mode, id)
);
INSERT INTO catalogues (mode) VALUES ('live'), ('test');

CREATE TABLE emission_factors (
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  activity text NOT NULL,
  from_distance_km double precision NOT NULL CHECK (from_distance_km >= 0),
  unit text NOT NULL,
  kg_co2e_per_unit double precision NOT NULL CHECK (kg_co2e_per_unit > 0),
  source text NOT NULL,
  edition text NOT NULL,
  url text,
  PRIMARY KEY (mode, activity, from_distance_km)
);

CREATE TABLE subaccounts (
  account_id text COLLATE "C" NOT NULL,
  mode text NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 512),
  email text,
  default_portfolio_id text COLLATE "C",
  logo_file_key text,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, mode) REFERENCES accounts (id, mode),
  FOREIGN KEY (mode, default_portfolio_id) REFERENCES portfolios (mode, id)
);

-- ── inventory ───────────────────────────────────────────────────────────────────────────────

CREATE TABLE credit_lots (
  mode text NOT NULL,
  id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  vintage_year integer NOT NULL CHECK (vintage_year BETWEEN 1900 AND 2200),
  quantity_kg bigint NOT NULL CHECK (quantity_kg > 0),
  -- The next kg of the lot: it is the end of one of the lot's retirements, or 0.
  retired_kg bigint NOT NULL DEFAULT 0,
  retired_end_kg bigint GENERATED ALWAYS AS (NULLIF(retired_kg, 0)) STORED,
  serial_number_range text NOT NULL CHECK (serial_number_range <> ''),
  -- The range as numbers, where its format is known. No two lots start or end with one serial;
  -- that none overlap is checked by the import, under the catalogue's lock.
  serial_block text,
  serial_first numeric,
  serial_last numeric,
  retirement_url text,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (id, mode),
  UNIQUE (id, mode, quantity_kg),
  UNIQUE (serial_number_range, mode),
  FOREIGN KEY (mode, project_id) REFERENCES projects (mode, id),
  CONSTRAINT credit_lots_retired_within_quantity CHECK (retired_kg BETWEEN 0 AND quantity_kg),
  CONSTRAINT credit_lots_serial_is_whole
    CHECK (num_nonnulls(serial_block, serial_first, serial_last) IN (0, 3)),
  CONSTRAINT credit_lots_serials_are_tonnes
    CHECK ((serial_last - serial_first + 1) * 1000 = quantity_kg)
);
CREATE INDEX credit_lots_available_idx ON credit_lots (project_id, mode, vintage_year, created_at, id)
  WHERE retired_kg < quantity_kg;
CREATE UNIQUE INDEX credit_lots_serial_first_idx ON credit_lots (serial_block, serial_first, mode);
CREATE UNIQUE INDEX credit_lots_serial_last_idx ON credit_lots (serial_block, serial_last, mode);

-- Serials that a registry's own exports name as retired or cancelled: never stock again.
CREATE TABLE registry_retirements (
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  serial_number_range text COLLATE "C" NOT NULL,
  serial_block text,
  serial_first numeric,
  serial_last numeric,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (mode, serial_number_range),
  CONSTRAINT registry_retirements_serial_is_whole
    CHECK (num_nonnulls(serial_block, serial_first, serial_last) IN (0, 3))
);
CREATE INDEX registry_retirements_serial_idx
  ON registry_retirements (mode, serial_block, serial_first);

-- ── orders ──────────────────────────────────────────────────────────────────────────────────

CREATE TABLE orders (
  account_id text COLLATE "C" NOT NULL,
  mode text NOT NULL,
  id text COLLATE "C" NOT NULL,
  subaccount_id text COLLATE "C",
  portfolio_id text COLLATE "C" NOT NULL,
  type text NOT NULL CHECK (type IN ('generic', 'ride')),
  ride_distance_km double precision CHECK (ride_distance_km > 0),
  channel text NOT NULL CHECK (channel IN ('api', 'checkout')),
  checkout_session_id text COLLATE "C",
  amount_kg integer NOT NULL CHECK (amount_kg BETWEEN 1 AND 1000000000),
  price_per_kg_usd_cents integer NOT NULL CHECK (price_per_kg_usd_cents > 0),
  price_usd_cents bigint NOT NULL,
  metadata text CHECK (char_length(metadata) <= 512),
  description text CHECK (char_length(description) <= 512),
  callback_url text,
  state text NOT NULL CHECK (state IN ('placed', 'fulfilled', 'cancelled')),
  -- True until the money of a checkout order is there: such an order is not matched.
  awaiting_payment boolean NOT NULL DEFAULT false,
  -- The stock version at which the order last could not be filled.
  tried_stock_version bigint NOT NULL DEFAULT 0,
  -- The id while the order waits in the queue. A column of its own, so that no plan can walk the
  -- queue along another index on id, through all the orders that are long settled.
  queue_id text COLLATE "C" GENERATED ALWAYS AS
    (CASE WHEN state = 'placed' AND NOT awaiting_payment THEN id END) STORED,
  -- The kg covered by the chain of the order's retirements: all of them, or none.
  fulfilled_kg integer,
  cancelled_order_id text COLLATE "C",
  created_at timestamptz(3) NOT NULL,
  settled_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, id, mode, amount_kg, state),
  CONSTRAINT orders_price_is_kg_times_price
    CHECK (price_usd_cents = amount_kg::bigint * price_per_kg_usd_cents),
  CONSTRAINT orders_ride_has_distance
    CHECK ((type = 'ride') = (ride_distance_km IS NOT NULL)),
  CONSTRAINT orders_checkout_has_session
    CHECK ((channel = 'checkout') = (checkout_session_id IS NOT NULL)),
  CONSTRAINT orders_fulfilled_is_whole
    CHECK ((state = 'fulfilled') = (fulfilled_kg IS NOT NULL AND fulfilled_kg = amount_kg)),
  CONSTRAINT orders_fulfilled_kg_has_state
    CHECK (fulfilled_kg IS NULL OR state = 'fulfilled'),
  CONSTRAINT orders_cancelled_names_itself
    CHECK ((state = 'cancelled') = (cancelled_order_id IS NOT NULL AND cancelled_order_id = id)),
  CONSTRAINT orders_settled_unless_placed
    CHECK ((state = 'placed') = (settled_at IS NULL)),
  CONSTRAINT orders_awaiting_payment_is_checkout
    CHECK (channel = 'checkout' OR NOT awaiting_payment),
  CONSTRAINT orders_paid_before_fulfilled
    CHECK (NOT (awaiting_payment AND state = 'fulfilled')),
  FOREIGN KEY (account_id, subaccount_id) REFERENCES subaccounts (account_id, id),
  FOREIGN KEY (account_id, mode) REFERENCES accounts (id, mode),
  FOREIGN KEY (mode, portfolio_id) REFERENCES portfolios (mode, id)
);
-- The public pages know an order by its id alone.
CREATE UNIQUE INDEX orders_id_idx ON orders (id);
-- Placed orders are their own queue: oldest first among those not yet tried with today's stock.
CREATE INDEX orders_queue_idx ON orders (mode, tried_stock_version, queue_id)
  WHERE queue_id IS NOT NULL;
CREATE INDEX orders_subaccount_idx ON orders (account_id, subaccount_id, id)
  WHERE subaccount_id IS NOT NULL;
CREATE UNIQUE INDEX orders_checkout_session_idx ON orders (account_id, checkout_session_id)
  WHERE checkout_session_id IS NOT NULL;

-- Two chains in one: each retirement takes the next kg of its lot, and fills the next kg of its
-- order. It pins the order's state: what is fulfilled stays fulfilled.
CREATE TABLE retirements (
  account_id text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  order_amount_kg integer NOT NULL,
  order_state text NOT NULL DEFAULT 'fulfilled' CHECK (order_state = 'fulfilled'),
  order_start_kg integer NOT NULL CHECK (order_start_kg >= 0),
  order_end_kg integer NOT NULL,
  order_previous_kg integer GENERATED ALWAYS AS (NULLIF(order_start_kg, 0)) STORED,
  mode text NOT NULL,
  lot_id text COLLATE "C" NOT NULL,
  lot_quantity_kg bigint NOT NULL,
  lot_start_kg bigint NOT NULL CHECK (lot_start_kg >= 0),
  lot_end_kg bigint NOT NULL,
  lot_previous_kg bigint GENERATED ALWAYS AS (NULLIF(lot_start_kg, 0)) STORED,
  serial_number_range text NOT NULL,
  retired_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, order_id, order_start_kg),
  UNIQUE (account_id, order_id, order_end_kg),
  UNIQUE (lot_id, mode, lot_start_kg),
  UNIQUE (lot_id, mode, lot_end_kg),
  CONSTRAINT retirements_within_order CHECK (order_end_kg <= order_amount_kg),
  CONSTRAINT retirements_within_lot CHECK (lot_end_kg <= lot_quantity_kg),
  CONSTRAINT retirements_not_empty CHECK (order_end_kg > order_start_kg),
  CONSTRAINT retirements_lot_kg_is_order_kg
    CHECK (lot_end_kg - lot_start_kg = order_end_kg - order_start_kg),
  CONSTRAINT retirements_pin_order
    FOREIGN KEY (account_id, order_id, mode, order_amount_kg, order_state)
    REFERENCES orders (account_id, id, mode, amount_kg, state),
  CONSTRAINT retirements_order_chain FOREIGN KEY (account_id, order_id, order_previous_kg)
    REFERENCES retirements (account_id, order_id, order_end_kg),
  CONSTRAINT retirements_from_lot
    FOREIGN KEY (mode, lot_id, lot_quantity_kg) REFERENCES credit_lots (mode, id, quantity_kg),
  CONSTRAINT retirements_lot_chain
    FOREIGN KEY (mode, lot_id, lot_previous_kg) REFERENCES retirements (mode, lot_id, lot_end_kg)
);

-- A fulfilled order points at the end of its chain; so does a lot at the end of its own.
ALTER TABLE orders ADD CONSTRAINT orders_retirements_sum_to_amount
  FOREIGN KEY (account_id, id, fulfilled_kg)
  REFERENCES retirements (account_id, order_id, order_end_kg);
ALTER TABLE credit_lots ADD CONSTRAINT credit_lots_retired_is_end_of_chain
  FOREIGN KEY (mode, id, retired_end_kg) REFERENCES retirements (mode, lot_id, lot_end_kg);

-- A cancellation pins the order's state in the same way.
CREATE TABLE order_cancellations (
  account_id text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  mode text NOT NULL,
  order_amount_kg integer NOT NULL,
  order_state text NOT NULL DEFAULT 'cancelled' CHECK (order_state = 'cancelled'),
  reason text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, order_id),
  CONSTRAINT order_cancellations_pin_order
    FOREIGN KEY (account_id, order_id, mode, order_amount_kg, order_state)
    REFERENCES orders (account_id, id, mode, amount_kg, state)
);
ALTER TABLE orders ADD CONSTRAINT orders_cancelled_has_cancellation
  FOREIGN KEY (account_id, cancelled_order_id)
  REFERENCES order_cancellations (account_id, order_id);

-- ── checkout ────────────────────────────────────────────────────────────────────────────────

CREATE TABLE checkout_sessions (
  account_id text COLLATE "C" NOT NULL,
  mode text NOT NULL,
  id text COLLATE "C" NOT NULL,
  subaccount_id text COLLATE "C",
  portfolio_id text COLLATE "C" NOT NULL,
  amount_kg integer NOT NULL CHECK (amount_kg BETWEEN 1 AND 1000000000),
  price_per_kg_usd_cents integer NOT NULL CHECK (price_per_kg_usd_cents > 0),
  price_usd_cents bigint NOT NULL,
  success_url text NOT NULL,
  cancel_url text NOT NULL,
  description text CHECK (char_length(description) <= 512),
  callback_url text,
  state text NOT NULL CHECK (state IN ('open', 'complete', 'expired')),
  order_id text COLLATE "C",
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  CONSTRAINT checkout_sessions_price_is_kg_times_price
    CHECK (price_usd_cents = amount_kg::bigint * price_per_kg_usd_cents),
  CONSTRAINT checkout_sessions_complete_has_time
    CHECK ((state = 'complete') = (completed_at IS NOT NULL)),
  CONSTRAINT checkout_sessions_complete_has_order
    CHECK ((state = 'complete') = (order_id IS NOT NULL)),
  FOREIGN KEY (account_id, mode) REFERENCES accounts (id, mode),
  FOREIGN KEY (account_id, subaccount_id) REFERENCES subaccounts (account_id, id),
  FOREIGN KEY (mode, portfolio_id) REFERENCES portfolios (mode, id),
  FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id)
);
CREATE INDEX checkout_sessions_id_idx ON checkout_sessions (id);
CREATE INDEX checkout_sessions_open_idx ON checkout_sessions (expires_at) WHERE state = 'open';
ALTER TABLE orders ADD FOREIGN KEY (account_id, checkout_session_id)
  REFERENCES checkout_sessions (account_id, id) DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE payments (
  account_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  checkout_session_id text COLLATE "C" NOT NULL,
  provider text NOT NULL,
  provider_payment_id text,
  state text NOT NULL CHECK (state IN ('pending', 'paid', 'failed', 'refunded')),
  amount_usd_cents bigint NOT NULL CHECK (amount_usd_cents > 0),
  refunded_usd_cents bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT payments_refund_within_amount
    CHECK (refunded_usd_cents BETWEEN 0 AND amount_usd_cents),
  FOREIGN KEY (account_id, checkout_session_id) REFERENCES checkout_sessions (account_id, id)
);
-- A customer can never be charged twice for one session.
CREATE UNIQUE INDEX payments_one_live_payment_idx ON payments (account_id, checkout_session_id)
  WHERE state IN ('pending', 'paid', 'refunded');
CREATE UNIQUE INDEX payments_provider_idx ON payments (provider, provider_payment_id)
  WHERE provider_payment_id IS NOT NULL;

-- ── events ──────────────────────────────────────────────────────────────────────────────────

CREATE TABLE events (
  account_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  sequence integer NOT NULL CHECK (sequence >= 1),
  type text NOT NULL CHECK (type IN ('order.fulfilled', 'order.cancelled')),
  callback_url text,
  delivery_state text NOT NULL CHECK (delivery_state IN ('none', 'pending', 'delivered', 'failed')),
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, order_id, sequence),
  CONSTRAINT events_delivered_where_asked CHECK ((callback_url IS NULL) = (delivery_state = 'none')),
  CONSTRAINT events_pending_has_next_attempt
    CHECK ((delivery_state = 'pending') = (next_attempt_at IS NOT NULL)),
  FOREIGN KEY (account_id, order_id) REFERENCES orders (account_id, id)
);
CREATE INDEX events_queue_idx ON events (next_attempt_at) WHERE delivery_state = 'pending';

CREATE TABLE event_deliveries (
  account_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  attempt integer NOT NULL CHECK (attempt >= 1),
  attempted_at timestamptz(3) NOT NULL,
  duration_ms integer NOT NULL,
  response_status integer,
  response_body text,
  error text,
  PRIMARY KEY (account_id, event_id, attempt),
  FOREIGN KEY (account_id, event_id) REFERENCES events (account_id, id)
);

CREATE TABLE webhook_secrets (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts (id),
  id text COLLATE "C" NOT NULL,
  secret text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  PRIMARY KEY (account_id, id)
);

-- ── doors ───────────────────────────────────────────────────────────────────────────────────

CREATE TABLE idempotency_keys (
  account_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL CHECK (char_length(key) <= 512),
  request_hash bytea NOT NULL,
  status integer,
  headers jsonb,
  body text,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys USING brin (created_at);

CREATE TABLE files (
  key text COLLATE "C" PRIMARY KEY,
  content_type text NOT NULL,
  bytes bytea NOT NULL,
  sha256 bytea NOT NULL,
  created_at timestamptz(3) NOT NULL
);
