-- Facts that disclosure rules ask for. NULL means not stated.

ALTER TABLE projects
  ADD COLUMN country_code text,
  ADD COLUMN mechanism text,
  ADD COLUMN sink text,
  ADD COLUMN durability_years integer,
  ADD COLUMN crediting_period_start date,
  ADD COLUMN crediting_period_end date,
  ADD COLUMN protocol text,
  ADD CONSTRAINT projects_country_code_is_alpha_2 CHECK (country_code ~ '^[A-Z]{2}$'),
  ADD CONSTRAINT projects_mechanism_is_known CHECK (mechanism IN ('removal', 'reduction', 'mixed')),
  ADD CONSTRAINT projects_sink_is_known CHECK (sink IN ('biogenic', 'technological')),
  ADD CONSTRAINT projects_durability_is_positive CHECK (durability_years > 0),
  ADD CONSTRAINT projects_crediting_period_ends_after_start
    CHECK (crediting_period_end IS NULL
      OR (crediting_period_start IS NOT NULL AND crediting_period_start <= crediting_period_end));

ALTER TABLE credit_lots
  ADD COLUMN labels jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN corresponding_adjustment text,
  ADD COLUMN corresponding_adjustment_url text,
  ADD COLUMN credit_type text,
  ADD CONSTRAINT credit_lots_labels_are_a_list CHECK (jsonb_typeof(labels) = 'array'),
  ADD CONSTRAINT credit_lots_adjustment_is_known
    CHECK (corresponding_adjustment IN ('none', 'authorized', 'applied')),
  ADD CONSTRAINT credit_lots_adjustment_letter_has_adjustment
    CHECK (corresponding_adjustment_url IS NULL
      OR corresponding_adjustment IN ('authorized', 'applied'));
