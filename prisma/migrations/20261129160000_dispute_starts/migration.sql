-- Runs beside no older version: its programs dispute credits as soon as a row comes.
-- Since when the orders of the credits are disputed. A row that names another beneficiary disputes
-- nothing until an operator says so, or a day has passed.
ALTER TABLE registry_incidents ADD COLUMN disputed_at timestamptz(3);

UPDATE registry_incidents SET disputed_at = created_at
WHERE kind = 'other_beneficiary' AND (state = 'open' OR resolution = 'theirs');

ALTER TABLE registry_incidents ADD CONSTRAINT registry_incidents_dispute_fits CHECK (
  CASE WHEN resolution = 'theirs' THEN kind = 'other_beneficiary' AND disputed_at IS NOT NULL
    WHEN state = 'resolved' THEN disputed_at IS NULL
    ELSE disputed_at IS NULL OR kind = 'other_beneficiary' END);
