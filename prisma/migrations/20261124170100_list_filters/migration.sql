-- Runs beside: 20261123175020_deferred_keys_only
-- Outside a transaction
ALTER TABLE checkout_sessions VALIDATE CONSTRAINT checkout_sessions_metadata_length;
-- The API finds orders and sessions by the integrator's own reference, and lists what is rare.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_metadata_idx
  ON orders (account_id, metadata, id) WHERE metadata IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_rides_idx
  ON orders (account_id, id) WHERE type = 'ride';
CREATE INDEX CONCURRENTLY IF NOT EXISTS checkout_sessions_metadata_idx
  ON checkout_sessions (account_id, metadata, id) WHERE metadata IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS checkout_sessions_open_of_account_idx
  ON checkout_sessions (account_id, id) WHERE state = 'open';
