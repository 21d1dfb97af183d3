-- Events are about any subject, and each receiver of an event has a delivery of its own: so far that is
-- the callback URL of an order. Older versions write events in the former shape, so none runs beside this.

ALTER TABLE events RENAME COLUMN order_id TO subject_id;
ALTER TABLE events
  DROP CONSTRAINT events_account_id_order_id_fkey,
  DROP CONSTRAINT events_delivered_where_asked,
  DROP CONSTRAINT events_pending_has_next_attempt,
  ADD COLUMN subject_type text NOT NULL DEFAULT 'order',
  -- The subject's public form at the time. Orders have none: a settled order reads the same for ever.
  ADD COLUMN payload text;
ALTER TABLE events RENAME CONSTRAINT events_account_id_order_id_sequence_key
  TO events_account_id_subject_id_sequence_key;
ALTER TABLE events
  ALTER COLUMN subject_type DROP DEFAULT,
  ADD CONSTRAINT events_type_names_subject CHECK (starts_with(type, subject_type || '.')),
  ADD CONSTRAINT events_subject_is_readable CHECK (subject_type = 'order' OR payload IS NOT NULL);

CREATE TABLE deliveries (
  account_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  -- 'callback', for the callback URL that an order was placed with.
  receiver text COLLATE "C" NOT NULL,
  callback_url text,
  -- What is slow, or down, together: a callback URL's host and port, any other receiver by itself.
  lane text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
    CASE WHEN callback_url IS NULL THEN receiver
         ELSE lower(substring(callback_url from '^[^:]+://(?:[^/?#@]*@)?([^/?#]*)')) END) STORED,
  -- The event's, so that the first delivery about a subject is known to wait for no other.
  sequence integer NOT NULL CHECK (sequence >= 1),
  state text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  next_attempt_at timestamptz(3),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  failed_attempts integer NOT NULL DEFAULT 0 CHECK (failed_attempts >= 0),
  PRIMARY KEY (account_id, event_id, receiver),
  CONSTRAINT deliveries_callback_has_url CHECK ((receiver = 'callback') = (callback_url IS NOT NULL)),
  CONSTRAINT deliveries_pending_has_next_attempt
    CHECK ((state = 'pending') = (next_attempt_at IS NOT NULL)),
  FOREIGN KEY (account_id, event_id) REFERENCES events (account_id, id)
);

INSERT INTO deliveries (account_id, event_id, receiver, callback_url, sequence, state,
                        next_attempt_at, attempts, failed_attempts)
SELECT account_id, id, 'callback', callback_url, sequence, delivery_state,
       next_attempt_at, attempts, failed_attempts
FROM events WHERE callback_url IS NOT NULL;

CREATE INDEX deliveries_queue_idx ON deliveries (lane, next_attempt_at) WHERE state = 'pending';
CREATE INDEX deliveries_pending_idx ON deliveries (account_id, event_id) WHERE state = 'pending';
CREATE INDEX deliveries_failed_idx ON deliveries (account_id, event_id) WHERE state = 'failed';

DROP INDEX events_queue_idx, events_pending_idx, events_failed_idx, events_cancelled_idx;
-- All but the most frequent type are found without a walk through all of an account's events.
CREATE INDEX events_type_idx ON events (account_id, type, id) WHERE type <> 'order.fulfilled';
ALTER TABLE events
  DROP COLUMN callback_host,
  DROP COLUMN callback_url,
  DROP COLUMN delivery_state,
  DROP COLUMN next_attempt_at,
  DROP COLUMN attempts,
  DROP COLUMN failed_attempts;

ALTER TABLE event_deliveries RENAME TO delivery_attempts;
ALTER TABLE delivery_attempts ADD COLUMN receiver text COLLATE "C" NOT NULL DEFAULT 'callback';
ALTER TABLE delivery_attempts
  ALTER COLUMN receiver DROP DEFAULT,
  DROP CONSTRAINT event_deliveries_account_id_event_id_fkey,
  DROP CONSTRAINT event_deliveries_pkey,
  ADD PRIMARY KEY (account_id, event_id, receiver, attempt),
  ADD FOREIGN KEY (account_id, event_id, receiver) REFERENCES deliveries (account_id, event_id, receiver);
ALTER TABLE delivery_attempts
  RENAME CONSTRAINT event_deliveries_attempt_check TO delivery_attempts_attempt_check;

-- Pauses are of lanes.
ALTER TABLE callback_hosts RENAME TO lane_pauses;
ALTER TABLE lane_pauses RENAME COLUMN host TO lane;
ALTER TABLE lane_pauses RENAME CONSTRAINT callback_hosts_pkey TO lane_pauses_pkey;
