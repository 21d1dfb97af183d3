-- Runs beside: 20261123085800_payment_links
-- Filters, sorting and columns of a list of the dashboard, which a person keeps under a name.

CREATE TABLE saved_views (
  id text COLLATE "C" PRIMARY KEY,
  person_id text COLLATE "C" NOT NULL REFERENCES people (id),
  -- Null on the operator's screens.
  account_id text COLLATE "C" REFERENCES accounts (id),
  screen text COLLATE "C" NOT NULL CHECK (char_length(screen) BETWEEN 1 AND 60),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  -- The query of the list's address, without its page.
  query text NOT NULL CHECK (char_length(query) <= 2000),
  -- Heads of the visible columns; empty for the default ones.
  columns text[] NOT NULL CHECK (cardinality(columns) <= 50),
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX saved_views_name_key ON saved_views (person_id, account_id, screen, name)
  NULLS NOT DISTINCT;
