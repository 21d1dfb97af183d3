-- Runs beside: 20261123085800_payment_links
-- Number of the color in charts. A category keeps it. Older programs give new ones the first.
ALTER TABLE project_categories
  ADD COLUMN color smallint NOT NULL DEFAULT 1 CHECK (color BETWEEN 1 AND 12);
UPDATE project_categories c SET color = numbered.color
FROM (
  SELECT mode, id, ((row_number() OVER (PARTITION BY mode ORDER BY position, id) - 1) % 12) + 1 AS color
  FROM project_categories
) AS numbered
WHERE c.mode = numbered.mode AND c.id = numbered.id;
