-- Runs beside: 20261123085800_payment_links
-- The key that encrypts secrets in other tables, itself encrypted with CT_MASTER_KEY.
CREATE TABLE data_keys (
  id text COLLATE "C" PRIMARY KEY,
  wrapped text NOT NULL,
  -- Digest of the master key, to recognize it.
  master_key_id text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
-- One row, so that a rotation of the master key is one statement.
CREATE UNIQUE INDEX data_keys_only ON data_keys ((true));
