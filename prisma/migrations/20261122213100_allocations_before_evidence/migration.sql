-- Allocations of before there was evidence are a lot's first ones. The worklist finds the last of
-- them by this index, instead of reading all later allocations.
CREATE INDEX retirements_before_evidence_idx ON retirements (lot_id, mode, lot_end_kg)
  WHERE predates_evidence;
