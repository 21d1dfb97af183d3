-- Runs beside: 20261123175020_deferred_keys_only
-- A reference of the integrator, which the session's order takes over.
ALTER TABLE checkout_sessions ADD COLUMN metadata text;
ALTER TABLE checkout_sessions ADD CONSTRAINT checkout_sessions_metadata_length
  CHECK (char_length(metadata) <= 512) NOT VALID;
