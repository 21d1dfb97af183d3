-- Lots that are not on sale, serials that are names, and projects whose registry number is unknown.

ALTER TABLE credit_lots
  -- Whether the lot's text was declared to be a name for all of it. Lots without numbers that came
  -- in before this could be told keep `false`: `till check` reports those that look like ranges.
  ADD COLUMN opaque_serials boolean NOT NULL DEFAULT false,
  -- `stopped`: nothing is sold from it until an operator has decided. `removed`: what is left of it
  -- is no longer stock, for good.
  ADD COLUMN state text NOT NULL DEFAULT 'on_sale',
  ADD COLUMN state_reason text,
  ADD COLUMN state_changed_at timestamptz(3),
  ADD CONSTRAINT credit_lots_opaque_is_no_number CHECK (NOT opaque_serials OR serial_block IS NULL),
  ADD CONSTRAINT credit_lots_state_is_known CHECK (state IN ('on_sale', 'stopped', 'removed')),
  ADD CONSTRAINT credit_lots_off_sale_has_reason
    CHECK (state = 'on_sale' OR (state_reason IS NOT NULL AND state_changed_at IS NOT NULL));
CREATE INDEX credit_lots_off_sale_idx ON credit_lots (mode, project_id, vintage_year)
  WHERE state <> 'on_sale';
CREATE INDEX credit_lots_named_idx ON credit_lots (mode, id) WHERE serial_block IS NULL;

-- When an operator decided that what the registry named does not concern the lots in stock.
ALTER TABLE registry_retirements ADD COLUMN dismissed_at timestamptz(3);

-- One key for all ways of writing an issuance: without white space, with one kind of hyphen. Two
-- lots of which this would make the same serial keep their keys, for `till check` to report.
UPDATE registry_retirements
SET serial_block = regexp_replace(translate(serial_block, '‐‑‒–—―−', '-------'), '[\s\u00a0]+', '', 'g')
WHERE serial_block ~ '[\s\u00a0‐‑‒–—―−]';
UPDATE credit_lots lot
SET serial_block = plain.block
FROM (
  SELECT id, mode, serial_first, serial_last,
         regexp_replace(translate(serial_block, '‐‑‒–—―−', '-------'), '[\s\u00a0]+', '', 'g') AS block
  FROM credit_lots WHERE serial_block ~ '[\s\u00a0‐‑‒–—―−]'
) plain
WHERE lot.id = plain.id AND lot.mode = plain.mode AND NOT EXISTS (
  SELECT FROM credit_lots other
  WHERE (other.id, other.mode) <> (lot.id, lot.mode) AND other.mode = lot.mode
    AND regexp_replace(translate(other.serial_block, '‐‑‒–—―−', '-------'), '[\s\u00a0]+', '', 'g')
      = plain.block
    AND other.serial_first <= plain.serial_last AND other.serial_last >= plain.serial_first
);

ALTER TABLE projects ALTER COLUMN registry_id DROP NOT NULL;
UPDATE projects SET registry_id = NULL WHERE btrim(registry_id) = '';
ALTER TABLE projects ADD CONSTRAINT projects_registry_id_is_not_blank CHECK (registry_id <> '');
