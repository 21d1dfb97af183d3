-- Runs beside: 20261123085800_payment_links
-- When the installation was backed up and restored.
CREATE TABLE backup_records (
  kind text NOT NULL CHECK (kind IN ('backup', 'restore')),
  recorded_at timestamptz(3) NOT NULL,
  -- The moment that the backup shows.
  taken_at timestamptz(3) NOT NULL,
  PRIMARY KEY (kind, recorded_at)
);
