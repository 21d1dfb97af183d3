-- Runs beside no older version: its workers don't know these mails and would drop them.
-- Notifications by mail, chosen per person.

CREATE TABLE notice_choices (
  person_id text COLLATE "C" NOT NULL REFERENCES people (id),
  -- The live account, or "operator" for what concerns the installation.
  scope text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('orders_waiting', 'callback_failing', 'key_expiring',
    'payment_stuck', 'invoice_issued', 'weekly_summary', 'stock_low', 'import_done')),
  is_on boolean NOT NULL,
  -- For stock that runs out; null: the default.
  days integer CHECK (days BETWEEN 1 AND 365),
  changed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (person_id, scope, kind)
);
CREATE INDEX notice_choices_on_idx ON notice_choices (kind, scope) WHERE is_on;

-- What a person was mailed about and still lasts. Each is mailed once, when its row is added.
CREATE TABLE open_notices (
  kind text NOT NULL,
  scope text COLLATE "C" NOT NULL,
  person_id text COLLATE "C" NOT NULL REFERENCES people (id),
  -- Such as the key that expires; empty if there is only one.
  subject text COLLATE "C" NOT NULL,
  mailed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (kind, scope, person_id, subject)
);

-- A row per kind, locked by each check, so that two workers never check at the same time.
CREATE TABLE notice_checks (
  kind text PRIMARY KEY,
  -- Nothing that happened before is mailed.
  first_at timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL
);
