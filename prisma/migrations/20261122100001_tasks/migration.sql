-- Long work that an operator asks for: imports with their previews, and checks of the ledger. They
-- are done by a worker, beside the requests, and each stays as a line of history.

CREATE TABLE tasks (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  -- What is done: an import by the kind of its files, or the ledger's check.
  kind text NOT NULL
    CHECK (kind IN ('catalogue', 'verra', 'gold-standard', 'isometric', 'ledger')),
  -- Of those in one lane only one is done at a time: imports of a mode, and checks of the ledger.
  lane text GENERATED ALWAYS AS (CASE kind WHEN 'ledger' THEN 'ledger' ELSE mode END) STORED,
  step text NOT NULL CHECK (step IN ('preview', 'import', 'check')),
  state text NOT NULL
    CHECK (state IN ('queued', 'checked', 'done', 'refused', 'stopped', 'failed')),
  file_names text[] NOT NULL,
  asked_by text,
  created_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  phase text,
  done_rows integer NOT NULL DEFAULT 0,
  total_rows integer NOT NULL DEFAULT 0,
  stop_requested boolean NOT NULL DEFAULT false,
  -- The worker that has it in hand, for as long as it says so again.
  runner text,
  leased_until timestamptz(3),
  report jsonb,
  CONSTRAINT tasks_run_while_queued CHECK (runner IS NULL OR state = 'queued'),
  CONSTRAINT tasks_leased_to_runner CHECK (runner IS NULL OR leased_until IS NOT NULL)
);
CREATE UNIQUE INDEX tasks_running_idx ON tasks (lane) WHERE runner IS NOT NULL;
CREATE INDEX tasks_queue_idx ON tasks (id) WHERE state = 'queued';
CREATE INDEX tasks_listed_idx ON tasks (lane, id);

-- The files of an import, until it ends.
CREATE TABLE task_files (
  task_id text COLLATE "C" NOT NULL REFERENCES tasks (id),
  position integer NOT NULL,
  name text NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (task_id, position)
);
