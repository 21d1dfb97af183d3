-- How people log in: their sessions, their second factor, and the links that let them in.

ALTER TABLE people
  -- What the person's authenticator shares, and the last 30 seconds of which it gave a code.
  ADD COLUMN totp_key bytea,
  ADD COLUMN totp_last_step bigint,
  ADD CONSTRAINT people_totp_last_step_check CHECK (totp_last_step IS NULL OR totp_key IS NOT NULL);

CREATE TABLE login_sessions (
  person_id text COLLATE "C" NOT NULL REFERENCES people (id),
  id text COLLATE "C" NOT NULL UNIQUE,
  -- "password", or the provider that vouched for the person.
  method text NOT NULL CHECK (char_length(method) BETWEEN 1 AND 64),
  user_agent text CHECK (char_length(user_agent) <= 512),
  created_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  PRIMARY KEY (person_id, id)
);

-- Failures to log in, by a digest of whom or whence, within a window of time.
CREATE TABLE login_failures (
  subject bytea PRIMARY KEY,
  count int NOT NULL CHECK (count > 0),
  since timestamptz(3) NOT NULL
);

CREATE TABLE recovery_codes (
  person_id text COLLATE "C" NOT NULL REFERENCES people (id),
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (person_id, code_hash)
);

-- Links sent by mail: whoever holds one may do once what it is for. The token is made when the mail
-- is sent, and only its digest is kept. Those that are due are the mails' queue.
CREATE TABLE mailed_links (
  id text COLLATE "C" PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('invitation', 'password_reset')),
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 512 AND email = lower(email)),
  account_id text COLLATE "C" REFERENCES accounts (id),
  role text CHECK (role IN ('owner', 'admin', 'viewer')),
  invited_by text COLLATE "C" REFERENCES people (id),
  token_hash bytea UNIQUE CHECK (octet_length(token_hash) = 32),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  due_at timestamptz(3),
  attempts int NOT NULL DEFAULT 0,
  last_error text,
  -- An invitation is into an account, in a role.
  CHECK ((kind = 'invitation') = (account_id IS NOT NULL)),
  CHECK ((account_id IS NULL) = (role IS NULL))
);

CREATE INDEX mailed_links_due ON mailed_links (due_at) WHERE due_at IS NOT NULL;
-- An address has one open invitation into an account.
CREATE UNIQUE INDEX mailed_links_invited ON mailed_links (account_id, email)
  WHERE account_id IS NOT NULL AND ended_at IS NULL;

-- Who a provider such as Google says that a person is.
CREATE TABLE identities (
  provider text NOT NULL CHECK (char_length(provider) BETWEEN 1 AND 64),
  subject text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 512),
  person_id text COLLATE "C" NOT NULL REFERENCES people (id),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (provider, subject)
);

-- What the installation alone knows, such as what seals the cookies of those who are logged in.
CREATE TABLE installation_secrets (
  name text COLLATE "C" PRIMARY KEY,
  value bytea NOT NULL CHECK (octet_length(value) >= 32),
  created_at timestamptz(3) NOT NULL
);
