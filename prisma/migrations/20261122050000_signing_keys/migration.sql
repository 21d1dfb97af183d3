-- The keys with which an installation signs its certificates: one signs, those before it are kept
-- so that what they signed can still be checked.

CREATE TABLE signing_keys (
  id text COLLATE "C" PRIMARY KEY,
  public_key text COLLATE "C" NOT NULL UNIQUE,
  private_key bytea,
  created_at timestamptz(3) NOT NULL,
  retired_at timestamptz(3),
  withdrawn_at timestamptz(3),
  -- A key that no longer signs cannot.
  CHECK ((private_key IS NULL) = (retired_at IS NOT NULL)),
  CHECK (withdrawn_at IS NULL OR retired_at IS NOT NULL)
);

CREATE UNIQUE INDEX signing_keys_current ON signing_keys ((retired_at IS NULL))
  WHERE retired_at IS NULL;
