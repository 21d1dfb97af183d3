-- Runs beside: 20261123175020_deferred_keys_only
-- Outside a transaction
-- The operator's list of payments of all accounts: in order, in a state, and of a session.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_mode_idx ON payments (mode, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_state_idx
  ON payments (mode, state, id) WHERE state <> 'paid';
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_session_idx ON payments (checkout_session_id);
