-- Credits that an operator substitutes for allocated ones that a registry shows as someone else's.

-- A stretch of a lot that no longer counts for its order, and the kg of the order's line, beyond its
-- amount, that the substitutes fill. Rows are never changed or deleted.
CREATE TABLE allocation_remedies (
  mode text NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  order_amount_kg integer NOT NULL,
  order_state text NOT NULL DEFAULT 'fulfilled' CHECK (order_state = 'fulfilled'),
  order_start_kg integer NOT NULL,
  order_end_kg integer NOT NULL,
  -- Where the order's former remedy ends; null for the first one.
  order_previous_kg integer GENERATED ALWAYS AS (NULLIF(order_start_kg, order_amount_kg)) STORED,
  incident_id text COLLATE "C" NOT NULL,
  -- The allocation whose credits are replaced.
  replaced_start_kg integer NOT NULL,
  lot_id text COLLATE "C" NOT NULL,
  line_start_kg bigint NOT NULL,
  lot_quantity_kg bigint NOT NULL,
  unit_kg bigint NOT NULL,
  start_kg bigint NOT NULL CHECK (start_kg >= 0),
  end_kg bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by text,
  PRIMARY KEY (account_id, order_id, order_end_kg),
  CONSTRAINT allocation_remedies_not_empty CHECK (end_kg > start_kg),
  CONSTRAINT allocation_remedies_within_lot CHECK (end_kg <= lot_quantity_kg),
  CONSTRAINT allocation_remedies_beyond_amount CHECK (order_start_kg >= order_amount_kg),
  CONSTRAINT allocation_remedies_kg_are_replaced_kg
    CHECK (order_end_kg - order_start_kg = end_kg - start_kg),
  CONSTRAINT allocation_remedies_pin_order
    FOREIGN KEY (account_id, order_id, mode, order_amount_kg, order_state)
    REFERENCES orders (account_id, id, mode, amount_kg, state),
  CONSTRAINT allocation_remedies_chain FOREIGN KEY (account_id, order_id, order_previous_kg)
    REFERENCES allocation_remedies (account_id, order_id, order_end_kg),
  CONSTRAINT allocation_remedies_are_filled FOREIGN KEY (account_id, order_id, order_end_kg)
    REFERENCES retirements (account_id, order_id, order_end_kg),
  CONSTRAINT allocation_remedies_of_allocation
    FOREIGN KEY (account_id, order_id, replaced_start_kg)
    REFERENCES retirements (account_id, order_id, order_start_kg),
  CONSTRAINT allocation_remedies_of_incident
    FOREIGN KEY (mode, incident_id) REFERENCES registry_incidents (mode, id),
  CONSTRAINT allocation_remedies_of_lot
    FOREIGN KEY (mode, lot_id, line_start_kg, lot_quantity_kg, unit_kg)
    REFERENCES credit_lots (mode, id, line_start_kg, quantity_kg, unit_kg) ON UPDATE CASCADE,
  CONSTRAINT allocation_remedies_are_disjoint
    EXCLUDE USING gist (int8range(line_start_kg + start_kg, line_start_kg + end_kg) WITH &&)
);
CREATE INDEX allocation_remedies_lot_idx ON allocation_remedies (lot_id, mode, start_kg);

ALTER TABLE retirements
  -- Kg of this allocation that remedies replaced.
  ADD COLUMN replaced_kg integer NOT NULL DEFAULT 0,
  -- Of a substitute: the end of its remedy on the order's line.
  ADD COLUMN remedy_end_kg integer,
  ADD CONSTRAINT retirements_replaced_within_kg
    CHECK (replaced_kg BETWEEN 0 AND order_end_kg - order_start_kg),
  DROP CONSTRAINT retirements_within_order,
  ADD CONSTRAINT retirements_within_order
    CHECK (remedy_end_kg IS NOT NULL OR order_end_kg <= order_amount_kg),
  ADD CONSTRAINT retirements_within_remedy CHECK (remedy_end_kg IS NULL
    OR (order_start_kg >= order_amount_kg AND order_end_kg <= remedy_end_kg)),
  ADD CONSTRAINT retirements_of_remedy FOREIGN KEY (account_id, order_id, remedy_end_kg)
    REFERENCES allocation_remedies (account_id, order_id, order_end_kg),
  DROP CONSTRAINT retirements_retired_is_whole,
  ADD CONSTRAINT retirements_retired_is_whole CHECK (registry_status = 'disputed'
    OR (registry_status = 'retired')
      = (registry_retired_kg = order_end_kg - order_start_kg - replaced_kg)),
  -- An allocation without kg that count keeps the status for which it was replaced.
  ADD CONSTRAINT retirements_replaced_is_disputed
    CHECK (replaced_kg < order_end_kg - order_start_kg OR registry_status = 'disputed');

-- All credits of a project in a total may have been replaced.
ALTER TABLE retirement_totals
  DROP CONSTRAINT retirement_totals_retired_kg_check,
  ADD CONSTRAINT retirement_totals_retired_kg_check CHECK (retired_kg >= 0);
