-- What the public looks up: certificates by serial number, and what was retired of a project.

-- The lots of which something is retired, by serial: what is only in stock is no business of the
-- public's, and is not walked through either.
CREATE INDEX credit_lots_retired_serial_idx ON credit_lots (serial_block, mode, serial_first)
  WHERE retired_kg > 0;

-- All accounts' totals of a project. It holds no kg, so that adding to a total leaves it alone.
CREATE INDEX retirement_totals_project_idx ON retirement_totals (project_id)
  WHERE span = 'all' AND subaccount_id = '';
