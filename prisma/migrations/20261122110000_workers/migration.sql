-- Workers say that they are there, and how their tasks fare: one row each, written every few seconds.

CREATE TABLE workers (
  id text COLLATE "C" PRIMARY KEY,
  started_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  -- Set where it ended by itself; one that was killed is only not seen any more.
  ended_at timestamptz(3),
  -- By task: when a turn of it last ended well, last did some work, and last failed, and of what.
  tasks jsonb NOT NULL DEFAULT '{}'
);
