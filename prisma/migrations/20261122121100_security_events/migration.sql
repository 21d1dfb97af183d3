-- What happened at sign-in: failures, limits, refused permissions, changed passwords, new devices.
-- Repeats within an hour share a row, so a flood of failures grows a number, not the table.

CREATE TABLE security_events (
  id text COLLATE "C" PRIMARY KEY,
  -- A digest of what repeats have in common.
  bucket bytea NOT NULL UNIQUE CHECK (octet_length(bucket) = 32),
  kind text NOT NULL CHECK (kind ~ '^auth\.[a-z_]{1,58}$'),
  person_id text COLLATE "C",
  -- A keyed digest of the e-mail address that was typed: it may belong to nobody here.
  email_hash bytea CHECK (octet_length(email_hash) = 32),
  network text NOT NULL CHECK (char_length(network) BETWEEN 1 AND 64),
  user_agent text CHECK (char_length(user_agent) <= 512),
  data jsonb NOT NULL,
  count int NOT NULL CHECK (count > 0),
  -- Of the latest occurrence.
  request_id text CHECK (char_length(request_id) <= 128),
  created_at timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL CHECK (last_at >= created_at)
);

CREATE INDEX security_events_kind ON security_events (kind, id);
CREATE INDEX security_events_person ON security_events (person_id, id) WHERE person_id IS NOT NULL;
CREATE INDEX security_events_email ON security_events (email_hash, id) WHERE email_hash IS NOT NULL;
