-- Runs beside: 20261130020000_identities_allowed
-- A person's change of address, confirmed by a link at the old and one at the new address.
CREATE TABLE email_changes (
  id text COLLATE "C" PRIMARY KEY,
  person_id text COLLATE "C" NOT NULL REFERENCES people (id),
  old_email text NOT NULL CHECK (char_length(old_email) BETWEEN 3 AND 512 AND old_email = lower(old_email)),
  new_email text NOT NULL CHECK (char_length(new_email) BETWEEN 3 AND 512 AND new_email = lower(new_email)),
  old_token_hash bytea UNIQUE CHECK (octet_length(old_token_hash) = 32),
  new_token_hash bytea UNIQUE CHECK (octet_length(new_token_hash) = 32),
  old_confirmed_at timestamptz(3),
  new_confirmed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  CONSTRAINT email_changes_differ CHECK (old_email <> new_email)
);

CREATE UNIQUE INDEX email_changes_open ON email_changes (person_id) WHERE ended_at IS NULL;
