-- Requests that an adapter sends by itself.

ALTER TABLE registry_requests
  -- The kg to send and the adapter's choice of credits, stored before it sends: a repeated request
  -- has the same.
  ADD COLUMN plan jsonb,
  -- The registry's refusal of what was sent, until it is certain that nothing was retired.
  ADD COLUMN refusal text CHECK (refusal <> '');

-- Adapters wait before they request refused credits again.
CREATE INDEX registry_requests_refused_idx ON registry_requests (mode, registry, settled_at)
  WHERE state = 'refused';

-- The worker that serves a registry. Another takes over when the lease has ended.
CREATE TABLE registry_runners (
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  registry text COLLATE "C" NOT NULL CHECK (registry <> ''),
  runner text NOT NULL,
  leased_until timestamptz(3) NOT NULL,
  PRIMARY KEY (mode, registry)
);
