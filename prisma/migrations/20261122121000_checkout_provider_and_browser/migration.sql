-- Which provider takes the money of a session, recorded when it is created. Null: created by an older
-- version, which did not record it; a live session is then Stripe's, a test session the provider's
-- of its payment. The test provider can never take the place of a live one.
ALTER TABLE checkout_sessions
  ADD COLUMN provider text,
  -- SHA-256 of the cookie of the browser that entered the customer's details last.
  ADD COLUMN browser_hash text;
ALTER TABLE checkout_sessions
  ADD CONSTRAINT checkout_sessions_provider_check
  CHECK (provider IS NULL OR provider = 'stripe' OR (provider = 'test' AND mode = 'test')) NOT VALID;
ALTER TABLE checkout_sessions VALIDATE CONSTRAINT checkout_sessions_provider_check;

-- The sessions whose payment is under way: each needs stock before the next payment starts.
CREATE INDEX checkout_sessions_paying ON checkout_sessions (mode) WHERE paying;
-- Orders whose money is still on its way need it, too.
CREATE INDEX orders_awaiting_payment ON orders (mode) WHERE awaiting_payment;
