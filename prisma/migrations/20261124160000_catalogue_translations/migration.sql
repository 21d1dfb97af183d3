-- Runs beside: 20261123175020_deferred_keys_only
-- Texts of the catalogue in the languages of public pages. A missing text is shown as its original.

CREATE TABLE catalogue_translations (
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  kind text NOT NULL CHECK (kind IN ('project', 'category', 'portfolio')),
  entry_id text COLLATE "C" NOT NULL,
  language text NOT NULL CHECK (language IN ('en', 'de', 'fr', 'es')),
  -- By field, under its name in a catalogue file.
  translation jsonb NOT NULL
    CONSTRAINT catalogue_translations_is_filled
    CHECK (jsonb_typeof(translation) = 'object' AND translation <> '{}'),
  changed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (mode, kind, entry_id, language)
);
