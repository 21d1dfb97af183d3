-- Webhook endpoints: receivers of an account's events, beside the callback URLs of its orders.

CREATE TABLE webhook_endpoints (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts (id),
  id text COLLATE "C" NOT NULL CHECK (id <> 'callback'),
  url text NOT NULL,
  description text CHECK (char_length(description) <= 512),
  event_types text[] NOT NULL CHECK (cardinality(event_types) > 0),
  -- Only events of this subaccount. No foreign key: its deletion is an event for this endpoint, too.
  subaccount_id text COLLATE "C",
  is_enabled boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, id)
);

-- An endpoint's secrets are its own; those without an endpoint sign the account's callbacks.
ALTER TABLE webhook_secrets ADD COLUMN endpoint_id text COLLATE "C";
ALTER TABLE webhook_secrets ADD FOREIGN KEY (account_id, endpoint_id)
  REFERENCES webhook_endpoints (account_id, id) ON DELETE CASCADE;
DROP INDEX webhook_secrets_current_key;
CREATE UNIQUE INDEX webhook_secrets_current_key ON webhook_secrets (account_id, endpoint_id)
  NULLS NOT DISTINCT WHERE expires_at IS NULL;

-- `cancelled`: the endpoint was disabled or deleted before the event was sent to it.
ALTER TABLE deliveries
  DROP CONSTRAINT deliveries_state_check,
  ADD CONSTRAINT deliveries_state_check
    CHECK (state IN ('pending', 'delivered', 'failed', 'cancelled'));
-- An endpoint's deliveries, newest first.
CREATE INDEX deliveries_endpoint_idx ON deliveries (account_id, receiver, event_id)
  WHERE receiver <> 'callback';

ALTER TABLE events
  DROP CONSTRAINT events_type_check,
  ADD CONSTRAINT events_type_check CHECK (type IN (
    'order.fulfilled', 'order.cancelled', 'checkout_session.completed', 'checkout_session.expired',
    'payment.refunded', 'subaccount.created', 'subaccount.updated', 'subaccount.deleted'
  ));
