-- Runs beside: 20261123043800_months_of_refunds
-- An operator may dismiss a failed refund that is not wanted any more; the reason says so.
ALTER TABLE refunds
  ADD COLUMN dismissal_reason text,
  ADD CONSTRAINT refunds_only_failed_is_dismissed
    CHECK (dismissal_reason IS NULL OR state = 'failed');
