-- Runs beside: 20261123175020_deferred_keys_only
-- Pictures of the catalogue that were fetched from other hosts, in the sizes that pages show.

CREATE TABLE pictures (
  source_url text COLLATE "C" PRIMARY KEY,
  -- Names the files; null until the picture is stored.
  digest text CHECK (digest ~ '^[0-9a-f]{32}$'),
  attempts integer NOT NULL DEFAULT 0,
  -- The last failure.
  reason text,
  -- Null once it is stored.
  next_attempt_at timestamptz(3),
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT pictures_stored_or_due CHECK ((digest IS NULL) = (next_attempt_at IS NOT NULL))
);
