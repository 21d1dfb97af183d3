-- Runs beside: 20261123175020_deferred_keys_only
-- Size of a backup, and whether an operator has read that the installation was restored.
ALTER TABLE backup_records
  ADD COLUMN bytes bigint,
  ADD COLUMN dismissed_at timestamptz(3);
