-- The payment of a checkout session: one payment a session, one charge a payment, and what hangs on
-- them: the order that waits for its money, the mails to the customer, the built-in test provider.

-- ── sessions ────────────────────────────────────────────────────────────────────────────────

ALTER TABLE checkout_sessions
  -- True while its payment is asked for or waits for the customer's confirmation: such a session
  -- neither expires nor takes a second payment.
  ADD COLUMN paying boolean NOT NULL DEFAULT false,
  -- What the customer wrote: for whom the certificate is, and in which language to answer.
  ADD COLUMN beneficiary_name text CHECK (char_length(beneficiary_name) BETWEEN 1 AND 512),
  ADD COLUMN language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'de', 'fr', 'es')),
  ADD CONSTRAINT checkout_sessions_paying_is_open CHECK (state = 'open' OR NOT paying),
  ADD CONSTRAINT checkout_sessions_price_key UNIQUE (account_id, id, amount_kg, price_usd_cents),
  ADD CONSTRAINT checkout_sessions_payment_key UNIQUE (account_id, id, mode, price_usd_cents);
-- The pages know a session by its id alone.
DROP INDEX checkout_sessions_id_idx;
CREATE UNIQUE INDEX checkout_sessions_id_idx ON checkout_sessions (id);
DROP INDEX checkout_sessions_open_idx;
CREATE INDEX checkout_sessions_open_idx ON checkout_sessions (expires_at)
  WHERE state = 'open' AND NOT paying;

-- ── orders ──────────────────────────────────────────────────────────────────────────────────

ALTER TABLE orders
  ADD COLUMN beneficiary_name text CHECK (char_length(beneficiary_name) BETWEEN 1 AND 512),
  -- An order is for the kg and the price that its session locked.
  DROP CONSTRAINT orders_account_id_checkout_session_id_fkey,
  ADD CONSTRAINT orders_cost_what_the_session_locked
    FOREIGN KEY (account_id, checkout_session_id, amount_kg, price_usd_cents)
    REFERENCES checkout_sessions (account_id, id, amount_kg, price_usd_cents)
    DEFERRABLE INITIALLY DEFERRED;

-- ── payments ────────────────────────────────────────────────────────────────────────────────

-- No version before this one made payments, so there is nothing to carry over.
DROP TABLE payments;
CREATE TABLE payments (
  account_id text COLLATE "C" NOT NULL,
  mode text NOT NULL,
  id text COLLATE "C" NOT NULL,
  checkout_session_id text COLLATE "C" NOT NULL,
  provider text NOT NULL CHECK (provider IN ('test', 'stripe')),
  -- How many payments were begun at the provider: each ended for good before the next began.
  intent_number integer NOT NULL DEFAULT 1 CHECK (intent_number > 0),
  provider_payment_id text,
  state text NOT NULL CHECK (state IN ('open', 'confirming', 'requires_action', 'processing',
    'paid', 'refunding', 'refunded', 'failed')),
  -- Why the last attempt took no money, in one of our own words.
  failure text,
  amount_usd_cents bigint NOT NULL CHECK (amount_usd_cents > 0),
  refunded_usd_cents bigint NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- The attempts since a moment, against those who try one card after another.
  recent_attempts integer NOT NULL DEFAULT 0 CHECK (recent_attempts >= 0),
  recent_since timestamptz(3) NOT NULL,
  -- When to ask the provider next, and how often it was asked since the last change of the state.
  ask_at timestamptz(3),
  asked integer NOT NULL DEFAULT 0 CHECK (asked >= 0),
  -- Counts the changes: what a provider was seen to say holds only for what was asked about.
  version integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  paid_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  -- A customer can never be charged twice for one session.
  CONSTRAINT payments_one_per_session UNIQUE (account_id, checkout_session_id),
  CONSTRAINT payments_refund_within_amount
    CHECK (refunded_usd_cents BETWEEN 0 AND amount_usd_cents),
  CONSTRAINT payments_refunded_is_all
    CHECK (state <> 'refunded' OR refunded_usd_cents = amount_usd_cents),
  CONSTRAINT payments_only_paid_is_refunded
    CHECK (refunded_usd_cents = 0 OR state IN ('paid', 'refunding', 'refunded')),
  CONSTRAINT payments_paid_has_time
    CHECK ((paid_at IS NOT NULL) = (state IN ('paid', 'refunding', 'refunded'))),
  CONSTRAINT payments_known_at_provider
    CHECK (provider_payment_id IS NOT NULL OR state IN ('open', 'confirming', 'failed')),
  -- What may still change is asked after; what is settled is left alone.
  CONSTRAINT payments_unsettled_is_asked CHECK (
    (ask_at IS NOT NULL OR state NOT IN ('confirming', 'requires_action', 'processing', 'refunding'))
    AND (ask_at IS NULL OR state <> 'refunded')),
  CONSTRAINT payments_charge_what_the_session_locked
    FOREIGN KEY (account_id, checkout_session_id, mode, amount_usd_cents)
    REFERENCES checkout_sessions (account_id, id, mode, price_usd_cents)
);
CREATE UNIQUE INDEX payments_provider_idx ON payments (provider, provider_payment_id)
  WHERE provider_payment_id IS NOT NULL;
CREATE INDEX payments_ask_idx ON payments (ask_at) WHERE ask_at IS NOT NULL;

-- Each of a provider's own messages, once. They only say that something changed.
CREATE TABLE payment_notices (
  provider text NOT NULL,
  id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  provider_payment_id text,
  received_at timestamptz(3) NOT NULL,
  PRIMARY KEY (provider, id)
);

-- ── mails ───────────────────────────────────────────────────────────────────────────────────

-- What the customer is to be told, once of each kind. What is due is itself the queue.
CREATE TABLE mails (
  account_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  checkout_session_id text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('receipt', 'certificate', 'failure', 'refund')),
  state text NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'sent', 'dropped')),
  due_at timestamptz(3) NOT NULL,
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  last_error text,
  created_at timestamptz(3) NOT NULL,
  settled_at timestamptz(3),
  PRIMARY KEY (account_id, id),
  CONSTRAINT mails_one_of_a_kind UNIQUE (account_id, checkout_session_id, kind),
  CONSTRAINT mails_settled_unless_due CHECK ((state = 'due') = (settled_at IS NULL)),
  FOREIGN KEY (account_id, checkout_session_id) REFERENCES checkout_sessions (account_id, id)
);
CREATE INDEX mails_due_idx ON mails (due_at) WHERE state = 'due';

-- ── the built-in test provider ──────────────────────────────────────────────────────────────

-- Its own books, as a provider elsewhere would keep them: no foreign key leads here, and nothing
-- of the rest is written in one transaction with them. No card number is ever in them.
CREATE TABLE test_provider_payments (
  id text COLLATE "C" PRIMARY KEY,
  -- What makes a repeated request find the payment of the first.
  key text COLLATE "C" NOT NULL UNIQUE,
  reference text NOT NULL,
  amount_usd_cents bigint NOT NULL CHECK (amount_usd_cents > 0),
  state text NOT NULL
    CHECK (state IN ('open', 'requires_action', 'processing', 'paid', 'cancelled')),
  failure text,
  -- When a payment that takes its time ends, and whether it ends paid.
  settles_at timestamptz(3),
  settles_paid boolean,
  charges integer NOT NULL DEFAULT 0 CHECK (charges BETWEEN 0 AND 1),
  refunded_usd_cents bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT test_provider_refund_within_amount
    CHECK (refunded_usd_cents BETWEEN 0 AND amount_usd_cents),
  CONSTRAINT test_provider_paid_is_charged CHECK ((state = 'paid') = (charges = 1)),
  CONSTRAINT test_provider_only_paid_is_refunded CHECK (refunded_usd_cents = 0 OR state = 'paid'),
  CONSTRAINT test_provider_processing_settles CHECK ((state = 'processing') = (settles_at IS NOT NULL AND settles_paid IS NOT NULL))
);
