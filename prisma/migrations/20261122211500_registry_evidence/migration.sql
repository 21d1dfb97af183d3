-- What registries have recorded, apart from what the ledger has allocated. Every lot gets a stretch
-- on one line of kg per mode, so that plain constraints keep evidence and requests from overlapping.
-- Older versions insert lots without a stretch, so none runs beside this.

-- Matching and imports wait until the migration is committed.
LOCK TABLE catalogues IN EXCLUSIVE MODE;

-- ── serials that exports name as retired ────────────────────────────────────────────────────────

ALTER TABLE registry_retirements RENAME TO retired_serials;
ALTER TABLE retired_serials RENAME CONSTRAINT registry_retirements_pkey TO retired_serials_pkey;
ALTER TABLE retired_serials
  RENAME CONSTRAINT registry_retirements_mode_check TO retired_serials_mode_check;
ALTER TABLE retired_serials
  RENAME CONSTRAINT registry_retirements_serial_is_whole TO retired_serials_serial_is_whole;
ALTER INDEX registry_retirements_serial_idx RENAME TO retired_serials_serial_idx;

-- ── lots on the line ────────────────────────────────────────────────────────────────────────────

ALTER TABLE credit_lots
  ADD COLUMN registry text COLLATE "C",
  -- The registry retires whole units: tonnes, single kg, or the whole lot.
  ADD COLUMN unit_kg bigint,
  ADD COLUMN line_start_kg bigint,
  -- A lot cut off from another names it, and the lot that was imported. Others are their own root.
  ADD COLUMN root_lot_id text COLLATE "C",
  ADD COLUMN parent_lot_id text COLLATE "C",
  -- `retired`: the registry retired the lot before its sale.
  ADD COLUMN holding text NOT NULL DEFAULT 'active',
  -- Kg with live evidence, and in open requests.
  ADD COLUMN registry_retired_kg bigint NOT NULL DEFAULT 0,
  ADD COLUMN requested_kg bigint NOT NULL DEFAULT 0,
  -- Ends of the last live evidence and of the last open request: matching beyond them needs no look
  -- at either.
  ADD COLUMN evidence_end_kg bigint NOT NULL DEFAULT 0,
  ADD COLUMN request_end_kg bigint NOT NULL DEFAULT 0;

UPDATE credit_lots lot
SET root_lot_id = lot.id,
    registry = placed.registry,
    unit_kg = placed.unit_kg,
    line_start_kg = placed.line_start_kg
FROM (
  SELECT l.mode, l.id,
    CASE
      WHEN p.registry_name ~* '(^|[^a-z])(verra|vcs)([^a-z]|$)|verified carbon standard' THEN 'verra'
      WHEN p.registry_name ~* 'gold ?standard' THEN 'gold-standard'
      WHEN p.registry_name ~* '(^|[^a-z])isometric([^a-z]|$)' THEN 'isometric'
      WHEN p.registry_name ~* '^acr$|\(acr\)|american carbon registry' THEN 'acr'
      WHEN p.registry_name ~* '^car$|\(car\)|climate action reserve' THEN 'car'
      WHEN p.registry_name ~* '^art( trees)?$|\(art\)|architecture for redd' THEN 'art'
      WHEN p.registry_name ~* '(^|[^a-z])cercarbono([^a-z]|$)' THEN 'cercarbono'
      WHEN p.registry_name ~* '(^|[^a-z])puro([^a-z]|$)' THEN 'puro'
      ELSE coalesce(
        nullif(btrim(regexp_replace(lower(p.registry_name), '[^a-z0-9]+', '-', 'g'), '-'), ''),
        'unknown')
    END AS registry,
    CASE
      WHEN l.serial_block IS NOT NULL THEN 1000
      WHEN NOT l.opaque_serials AND l.serial_number_range ~* '^iss_[0-9A-Z]+$' THEN 1
      ELSE l.quantity_kg
    END AS unit_kg,
    CASE l.mode WHEN 'live' THEN 0 ELSE 4503599627370496 END - l.quantity_kg
      + sum(l.quantity_kg) OVER (
          PARTITION BY l.mode ORDER BY l.project_id, l.vintage_year, l.created_at, l.id
        ) AS line_start_kg
  FROM credit_lots l JOIN projects p ON p.mode = l.mode AND p.id = l.project_id
) placed
WHERE lot.mode = placed.mode AND lot.id = placed.id;

ALTER TABLE catalogues ADD COLUMN next_line_kg bigint;
UPDATE catalogues c SET next_line_kg =
  CASE c.mode WHEN 'live' THEN 0 ELSE 4503599627370496 END
  + (SELECT coalesce(sum(quantity_kg), 0) FROM credit_lots WHERE mode = c.mode);
ALTER TABLE catalogues
  ALTER COLUMN next_line_kg SET NOT NULL,
  ADD CONSTRAINT catalogues_line_is_of_mode CHECK (
    CASE mode WHEN 'live' THEN next_line_kg BETWEEN 0 AND 4503599627370496
      ELSE next_line_kg BETWEEN 4503599627370496 AND 9007199254740991 END);

ALTER TABLE credit_lots
  ALTER COLUMN registry SET NOT NULL,
  ALTER COLUMN unit_kg SET NOT NULL,
  ALTER COLUMN line_start_kg SET NOT NULL,
  ALTER COLUMN root_lot_id SET NOT NULL,
  ADD CONSTRAINT credit_lots_registry_is_not_blank CHECK (registry <> ''),
  ADD CONSTRAINT credit_lots_units_are_whole CHECK (unit_kg > 0 AND quantity_kg % unit_kg = 0),
  ADD CONSTRAINT credit_lots_holding_is_known CHECK (holding IN ('active', 'retired')),
  ADD CONSTRAINT credit_lots_root_has_no_parent
    CHECK ((root_lot_id = id) = (parent_lot_id IS NULL)),
  ADD CONSTRAINT credit_lots_evidence_within_quantity CHECK (
    registry_retired_kg >= 0 AND requested_kg >= 0
    AND registry_retired_kg + requested_kg <= quantity_kg
    AND registry_retired_kg <= evidence_end_kg AND evidence_end_kg <= quantity_kg
    AND requested_kg <= request_end_kg AND request_end_kg <= quantity_kg),
  ADD CONSTRAINT credit_lots_id_mode_line_key
    UNIQUE (id, mode, line_start_kg, quantity_kg, unit_kg),
  ADD CONSTRAINT credit_lots_have_root
    FOREIGN KEY (mode, root_lot_id) REFERENCES credit_lots (mode, id),
  ADD CONSTRAINT credit_lots_have_parent
    FOREIGN KEY (mode, parent_lot_id) REFERENCES credit_lots (mode, id),
  ADD CONSTRAINT credit_lots_stretches_are_disjoint
    EXCLUDE USING gist (int8range(line_start_kg, line_start_kg + quantity_kg) WITH &&);

CREATE INDEX credit_lots_family_idx ON credit_lots (root_lot_id, mode)
  WHERE parent_lot_id IS NOT NULL;
-- Lots with sold kg that no registry has retired or been asked to retire.
CREATE INDEX credit_lots_without_evidence_idx ON credit_lots (mode, registry, id)
  WHERE retired_kg > registry_retired_kg + requested_kg;
DROP INDEX credit_lots_available_idx;
CREATE INDEX credit_lots_available_idx
  ON credit_lots (project_id, mode, vintage_year, created_at, root_lot_id, line_start_kg)
  WHERE retired_kg < quantity_kg;

-- ── status of allocations, orders and totals ────────────────────────────────────────────────────

ALTER TABLE retirements
  DROP CONSTRAINT retirements_from_lot,
  ADD CONSTRAINT retirements_from_lot
    FOREIGN KEY (mode, lot_id, lot_quantity_kg) REFERENCES credit_lots (mode, id, quantity_kg)
    ON UPDATE CASCADE,
  -- Allocated before there was evidence: such kg are `unreported` in place of `pending`.
  ADD COLUMN predates_evidence boolean NOT NULL DEFAULT true,
  ADD COLUMN registry_status text NOT NULL DEFAULT 'unreported',
  ADD COLUMN registry_retired_kg integer NOT NULL DEFAULT 0,
  ADD COLUMN registry_retired_on date,
  ADD COLUMN registry_retirement_id text COLLATE "C",
  ADD CONSTRAINT retirements_registry_status_is_known
    CHECK (registry_status IN ('pending', 'requested', 'retired', 'disputed', 'unreported')),
  ADD CONSTRAINT retirements_registry_retired_within_kg
    CHECK (registry_retired_kg BETWEEN 0 AND order_end_kg - order_start_kg),
  ADD CONSTRAINT retirements_retired_is_whole CHECK (registry_status = 'disputed'
    OR (registry_status = 'retired') = (registry_retired_kg = order_end_kg - order_start_kg)),
  ADD CONSTRAINT retirements_evidence_has_date CHECK (
    (registry_retired_kg > 0) = (registry_retired_on IS NOT NULL)
    AND (registry_retired_kg > 0) = (registry_retirement_id IS NOT NULL));
ALTER TABLE retirements
  ALTER COLUMN predates_evidence SET DEFAULT false,
  ALTER COLUMN registry_status SET DEFAULT 'pending';

ALTER TABLE orders
  -- Of a fulfilled order: the weakest status of its allocations.
  ADD COLUMN registry_status text NOT NULL DEFAULT 'unreported',
  ADD COLUMN registry_retired_kg integer NOT NULL DEFAULT 0,
  ADD COLUMN registry_retired_on date,
  -- Number of times that its evidence has changed.
  ADD COLUMN registry_revision integer NOT NULL DEFAULT 0 CHECK (registry_revision >= 0),
  ADD COLUMN registry_status_at timestamptz(3),
  -- Events beyond those that every callback URL receives.
  ADD COLUMN callback_events text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT orders_registry_status_is_known
    CHECK (registry_status IN ('pending', 'requested', 'retired', 'disputed', 'unreported')),
  ADD CONSTRAINT orders_registry_retired_within_kg
    CHECK (registry_retired_kg BETWEEN 0 AND amount_kg),
  ADD CONSTRAINT orders_retired_is_whole CHECK (registry_status = 'disputed'
    OR (registry_status = 'retired') = (registry_retired_kg = amount_kg)),
  ADD CONSTRAINT orders_evidence_has_date
    CHECK ((registry_retired_kg > 0) = (registry_retired_on IS NOT NULL)),
  ADD CONSTRAINT orders_revised_has_time
    CHECK ((registry_revision > 0) = (registry_status_at IS NOT NULL)),
  ADD CONSTRAINT orders_evidence_is_of_fulfilled
    CHECK (state = 'fulfilled' OR (registry_retired_kg = 0 AND registry_revision = 0)),
  ADD CONSTRAINT orders_callback_events_have_url
    CHECK (callback_events = '{}' OR callback_url IS NOT NULL);
ALTER TABLE orders ALTER COLUMN registry_status SET DEFAULT 'pending';

ALTER TABLE retirement_totals
  ADD COLUMN registry_retired_kg bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT retirement_totals_registry_retired_within_kg
    CHECK (registry_retired_kg BETWEEN 0 AND retired_kg);

ALTER TABLE events
  DROP CONSTRAINT events_type_check,
  ADD CONSTRAINT events_type_check CHECK (type IN (
    'order.fulfilled', 'order.cancelled', 'order.retired', 'order.retirement_corrected',
    'checkout_session.completed', 'checkout_session.expired', 'payment.refunded',
    'subaccount.created', 'subaccount.updated', 'subaccount.deleted'));

-- ── evidence ────────────────────────────────────────────────────────────────────────────────────

-- How each registry's credits are retired. Registries without a row have the defaults.
CREATE TABLE registry_policies (
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  registry text COLLATE "C" NOT NULL CHECK (registry <> ''),
  timing text NOT NULL CHECK (timing IN ('after_sale', 'before_sale')),
  retire_within_days integer NOT NULL CHECK (retire_within_days BETWEEN 0 AND 3650),
  -- Names the customers of tonnes that several of them share; null for the default text.
  pool_text text CHECK (pool_text <> ''),
  adapter text NOT NULL CHECK (adapter IN ('manual', 'isometric', 'sandbox')),
  organization_id text CHECK (organization_id <> ''),
  PRIMARY KEY (mode, registry),
  CONSTRAINT registry_policies_sandbox_is_test CHECK (adapter <> 'sandbox' OR mode = 'test')
);

-- What was asked of a registry, written down before it is sent.
CREATE TABLE registry_requests (
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  id text COLLATE "C" NOT NULL,
  registry text COLLATE "C" NOT NULL CHECK (registry <> ''),
  adapter text NOT NULL CHECK (adapter IN ('manual', 'isometric', 'sandbox')),
  state text NOT NULL CHECK (state IN ('written', 'sent', 'confirmed', 'refused', 'unknown')),
  is_open boolean NOT NULL DEFAULT true,
  beneficiary text NOT NULL,
  is_pool boolean NOT NULL,
  reason text,
  note text,
  -- The registry's own name for the request, once known.
  registry_reference text,
  error text,
  created_by text,
  created_at timestamptz(3) NOT NULL,
  sent_at timestamptz(3),
  settled_at timestamptz(3),
  next_poll_at timestamptz(3),
  polls integer NOT NULL DEFAULT 0 CHECK (polls >= 0),
  PRIMARY KEY (mode, id),
  UNIQUE (mode, id, is_open),
  CONSTRAINT registry_requests_open_by_state
    CHECK (is_open = (state IN ('written', 'sent', 'unknown'))),
  CONSTRAINT registry_requests_settled_unless_open CHECK (is_open = (settled_at IS NULL)),
  CONSTRAINT registry_requests_poll_while_open CHECK (is_open OR next_poll_at IS NULL),
  CONSTRAINT registry_requests_refused_has_error CHECK (state <> 'refused' OR error IS NOT NULL)
);
CREATE INDEX registry_requests_open_idx ON registry_requests (mode, registry, id) WHERE is_open;
CREATE INDEX registry_requests_poll_idx ON registry_requests (adapter, next_poll_at)
  WHERE next_poll_at IS NOT NULL;

-- A stretch of a lot in a request. No kg is in two open ones. A registry may retire a part of what
-- was asked, so each item is open by itself.
CREATE TABLE registry_request_items (
  mode text NOT NULL,
  request_id text COLLATE "C" NOT NULL,
  is_open boolean NOT NULL DEFAULT true,
  open_request boolean GENERATED ALWAYS AS (NULLIF(is_open, false)) STORED,
  lot_id text COLLATE "C" NOT NULL,
  line_start_kg bigint NOT NULL,
  lot_quantity_kg bigint NOT NULL,
  unit_kg bigint NOT NULL,
  start_kg bigint NOT NULL CHECK (start_kg >= 0),
  end_kg bigint NOT NULL,
  serial_number_range text NOT NULL,
  PRIMARY KEY (request_id, mode, lot_id, start_kg),
  CONSTRAINT registry_request_items_not_empty CHECK (end_kg > start_kg),
  CONSTRAINT registry_request_items_within_lot CHECK (NOT is_open OR end_kg <= lot_quantity_kg),
  CONSTRAINT registry_request_items_are_whole_units
    CHECK (start_kg % unit_kg = 0 AND end_kg % unit_kg = 0),
  CONSTRAINT registry_request_items_of_request
    FOREIGN KEY (mode, request_id) REFERENCES registry_requests (mode, id),
  CONSTRAINT registry_request_items_of_open_request
    FOREIGN KEY (mode, request_id, open_request) REFERENCES registry_requests (mode, id, is_open),
  CONSTRAINT registry_request_items_of_lot
    FOREIGN KEY (mode, lot_id, line_start_kg, lot_quantity_kg, unit_kg)
    REFERENCES credit_lots (mode, id, line_start_kg, quantity_kg, unit_kg) ON UPDATE CASCADE,
  CONSTRAINT registry_request_items_are_disjoint
    EXCLUDE USING gist (int8range(line_start_kg + start_kg, line_start_kg + end_kg) WITH &&)
    WHERE (is_open)
);
CREATE INDEX registry_request_items_lot_idx ON registry_request_items (lot_id, mode, start_kg);

-- The registry's own record of a retirement. It is never changed, only superseded.
CREATE TABLE registry_retirements (
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  id text COLLATE "C" NOT NULL,
  registry text COLLATE "C" NOT NULL CHECK (registry <> ''),
  retired_on date NOT NULL,
  beneficiary text,
  reason text,
  registry_reference text,
  url text,
  source text NOT NULL CHECK (source IN ('import', 'adapter', 'operator')),
  -- Names the operator's customers together in place of one beneficiary.
  is_pool boolean NOT NULL,
  request_id text COLLATE "C",
  recorded_by text,
  recorded_at timestamptz(3) NOT NULL,
  superseded_at timestamptz(3),
  superseded_by text COLLATE "C",
  is_live boolean NOT NULL DEFAULT true,
  PRIMARY KEY (mode, id),
  UNIQUE (mode, id, is_live),
  CONSTRAINT registry_retirements_live_unless_superseded
    CHECK (is_live = (superseded_at IS NULL)),
  CONSTRAINT registry_retirements_replaced_is_superseded
    CHECK (superseded_by IS NULL OR superseded_at IS NOT NULL),
  CONSTRAINT registry_retirements_of_request
    FOREIGN KEY (mode, request_id) REFERENCES registry_requests (mode, id),
  CONSTRAINT registry_retirements_replaced_by
    FOREIGN KEY (mode, superseded_by) REFERENCES registry_retirements (mode, id)
);
CREATE INDEX registry_retirements_reference_idx
  ON registry_retirements (mode, registry, registry_reference) WHERE is_live;
CREATE INDEX registry_retirements_request_idx ON registry_retirements (mode, request_id)
  WHERE request_id IS NOT NULL;

-- A stretch of a lot that the registry retired. No kg has two live ones.
CREATE TABLE registry_retirement_items (
  mode text NOT NULL,
  retirement_id text COLLATE "C" NOT NULL,
  is_live boolean NOT NULL DEFAULT true,
  lot_id text COLLATE "C" NOT NULL,
  line_start_kg bigint NOT NULL,
  lot_quantity_kg bigint NOT NULL,
  unit_kg bigint NOT NULL,
  start_kg bigint NOT NULL CHECK (start_kg >= 0),
  end_kg bigint NOT NULL,
  serial_number_range text NOT NULL,
  PRIMARY KEY (retirement_id, mode, lot_id, start_kg),
  CONSTRAINT registry_retirement_items_not_empty CHECK (end_kg > start_kg),
  CONSTRAINT registry_retirement_items_within_lot CHECK (NOT is_live OR end_kg <= lot_quantity_kg),
  CONSTRAINT registry_retirement_items_are_whole_units
    CHECK (start_kg % unit_kg = 0 AND end_kg % unit_kg = 0),
  CONSTRAINT registry_retirement_items_of_retirement
    FOREIGN KEY (mode, retirement_id, is_live) REFERENCES registry_retirements (mode, id, is_live)
    ON UPDATE CASCADE,
  CONSTRAINT registry_retirement_items_of_lot
    FOREIGN KEY (mode, lot_id, line_start_kg, lot_quantity_kg, unit_kg)
    REFERENCES credit_lots (mode, id, line_start_kg, quantity_kg, unit_kg) ON UPDATE CASCADE,
  CONSTRAINT registry_retirement_items_are_disjoint
    EXCLUDE USING gist (int8range(line_start_kg + start_kg, line_start_kg + end_kg) WITH &&)
    WHERE (is_live)
);
CREATE INDEX registry_retirement_items_lot_idx
  ON registry_retirement_items (lot_id, mode, start_kg);

-- Rows of exports that need an operator.
CREATE TABLE registry_incidents (
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  id text COLLATE "C" NOT NULL,
  registry text COLLATE "C" NOT NULL CHECK (registry <> ''),
  kind text NOT NULL CHECK (kind <> ''),
  lot_id text COLLATE "C",
  start_kg bigint,
  end_kg bigint,
  row jsonb NOT NULL,
  proposal jsonb,
  state text NOT NULL CHECK (state IN ('open', 'resolved')),
  resolution text CHECK (resolution <> ''),
  note text,
  created_at timestamptz(3) NOT NULL,
  resolved_at timestamptz(3),
  resolved_by text,
  PRIMARY KEY (mode, id),
  FOREIGN KEY (mode, lot_id) REFERENCES credit_lots (mode, id),
  CONSTRAINT registry_incidents_stretch_is_whole
    CHECK (num_nonnulls(lot_id, start_kg, end_kg) IN (0, 3)),
  CONSTRAINT registry_incidents_not_empty CHECK (start_kg >= 0 AND end_kg > start_kg),
  CONSTRAINT registry_incidents_resolved_has_resolution CHECK (
    (state = 'resolved') = (resolution IS NOT NULL)
    AND (state = 'resolved') = (resolved_at IS NOT NULL))
);
CREATE INDEX registry_incidents_open_idx ON registry_incidents (mode, id) WHERE state = 'open';
CREATE INDEX registry_incidents_lot_idx ON registry_incidents (lot_id, mode)
  WHERE lot_id IS NOT NULL;
