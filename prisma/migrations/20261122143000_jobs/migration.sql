-- One queue for background work in place of several. Mails and the mails of links move into it, so no
-- older version may run beside this: it would look for its mails in vain.

CREATE TABLE jobs (
  id text COLLATE "C" PRIMARY KEY,
  kind text NOT NULL CHECK (char_length(kind) BETWEEN 1 AND 64),
  -- A kind has one job with a key, ever: enqueuing it again changes nothing.
  key text COLLATE "C" NOT NULL CHECK (char_length(key) BETWEEN 1 AND 512),
  payload jsonb NOT NULL,
  account_id text COLLATE "C" REFERENCES accounts (id),
  subject_id text COLLATE "C",
  -- Of the jobs with the same value only one runs at a time.
  exclusive text,
  state text NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'done', 'refused', 'stopped', 'failed')),
  -- Not to be claimed before this moment; the end of the lease while a worker has it.
  run_at timestamptz(3) NOT NULL,
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Names the claim while a worker has the job.
  runner text,
  stop_requested boolean NOT NULL DEFAULT false,
  progress jsonb,
  last_error text,
  report jsonb,
  created_by text,
  created_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  CONSTRAINT jobs_key UNIQUE (kind, key),
  CONSTRAINT jobs_ended_unless_queued CHECK ((state = 'queued') = (ended_at IS NULL)),
  CONSTRAINT jobs_run_while_queued CHECK (runner IS NULL OR state = 'queued')
);
CREATE INDEX jobs_due_idx ON jobs (kind, run_at) WHERE state = 'queued';
CREATE INDEX jobs_failed_idx ON jobs (kind, ended_at) WHERE state = 'failed';
CREATE INDEX jobs_subject_idx ON jobs (subject_id, id) WHERE subject_id IS NOT NULL;
CREATE INDEX jobs_listed_idx ON jobs (exclusive, id) WHERE exclusive IS NOT NULL;
CREATE UNIQUE INDEX jobs_running_idx ON jobs (exclusive) WHERE runner IS NOT NULL;

INSERT INTO jobs (id, kind, key, payload, account_id, subject_id, state, run_at, attempts,
                  last_error, created_at, ended_at)
SELECT id, 'customer-mail', kind || ':' || checkout_session_id,
       jsonb_build_object('template', kind,
                          'params', jsonb_build_object('checkoutSessionId', checkout_session_id)),
       account_id, checkout_session_id,
       CASE WHEN state = 'due' THEN 'queued'
            WHEN state = 'sent' THEN 'done'
            WHEN attempts > 1 THEN 'failed'
            ELSE 'refused' END,
       due_at, attempts, last_error, created_at, settled_at
FROM mails;

INSERT INTO jobs (id, kind, key, payload, subject_id, state, run_at, attempts, last_error,
                  created_at, ended_at)
SELECT 'mail' || substr(id, 4), 'person-mail', kind || ':' || id,
       jsonb_build_object('template', kind, 'params', jsonb_build_object('linkId', id)),
       id, CASE WHEN due_at IS NULL THEN 'failed' ELSE 'queued' END,
       coalesce(due_at, created_at), attempts, last_error, created_at,
       CASE WHEN due_at IS NULL THEN created_at END
FROM mailed_links
WHERE ended_at IS NULL AND (due_at IS NOT NULL OR last_error IS NOT NULL);

DROP TABLE mails;
ALTER TABLE mailed_links DROP COLUMN due_at, DROP COLUMN attempts, DROP COLUMN last_error;
