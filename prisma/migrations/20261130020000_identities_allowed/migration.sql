-- Runs beside no older version: its programs let in identities that are not allowed.
-- A second subject of a provider waits until the person allows it, and a removed one stays refused.
ALTER TABLE identities ADD COLUMN allowed boolean NOT NULL DEFAULT true;
-- A link that was used is told apart from one that was taken back.
ALTER TABLE mailed_links
  ADD COLUMN used_at timestamptz(3),
  ADD CONSTRAINT mailed_links_used_has_ended CHECK (used_at IS NULL OR ended_at IS NOT NULL);
