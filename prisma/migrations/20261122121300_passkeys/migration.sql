-- Passkeys (WebAuthn), and when each session last proved who uses it.

CREATE TABLE passkeys (
  -- The authenticator's own id of the credential, in base64url.
  id text COLLATE "C" PRIMARY KEY CHECK (char_length(id) BETWEEN 1 AND 1400),
  person_id text COLLATE "C" NOT NULL REFERENCES people (id),
  public_key bytea NOT NULL CHECK (octet_length(public_key) BETWEEN 1 AND 4096),
  -- How often the authenticator says it was used; many always say 0.
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3)
);
CREATE INDEX passkeys_person_id_idx ON passkeys (person_id);

-- What an authenticator is to sign. A row is deleted by the first response that names it.
CREATE TABLE passkey_challenges (
  challenge text COLLATE "C" PRIMARY KEY CHECK (char_length(challenge) BETWEEN 32 AND 128),
  purpose text NOT NULL CHECK (purpose IN ('login', 'registration', 'proof')),
  -- Null before the person is known: at login.
  person_id text COLLATE "C" REFERENCES people (id) CHECK ((person_id IS NULL) = (purpose = 'login')),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges (expires_at);

-- Null: when the session began.
ALTER TABLE login_sessions ADD COLUMN proven_at timestamptz(3);

-- The operator of a demo works without a second factor; all others need one.
ALTER TABLE people ADD COLUMN second_factor_exempt boolean NOT NULL DEFAULT false;
UPDATE people SET second_factor_exempt = true
WHERE is_operator AND email = 'demo@example.com' AND name = 'Demo Operator'
  AND EXISTS (SELECT FROM accounts WHERE slug = 'demo' AND name = 'Demo Company');
