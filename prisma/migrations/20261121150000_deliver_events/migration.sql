-- Delivery counts: attempts that were begun, ever, and those that failed since the event became due
-- by itself or by being redelivered, from which its next attempt follows.
ALTER TABLE events
  ADD COLUMN attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  ADD COLUMN failed_attempts integer NOT NULL DEFAULT 0 CHECK (failed_attempts >= 0);

-- One secret of an account is current; those before it have an end.
CREATE UNIQUE INDEX webhook_secrets_current_key ON webhook_secrets (account_id)
  WHERE expires_at IS NULL;
