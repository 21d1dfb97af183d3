-- Runs beside: 20261123175020_deferred_keys_only
-- Requests counted by all processes together. Unlogged: nothing is lost that matters after a crash.

CREATE UNLOGGED TABLE rate_limits (
  -- The kind of limit, and a key or an address.
  key text COLLATE "C" PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  -- End of the period in milliseconds since 1970.
  expire bigint
);
