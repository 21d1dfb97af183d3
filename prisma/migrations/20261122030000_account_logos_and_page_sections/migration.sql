-- An account has a logo of its own, and says which parts of its page it shows, and to whom.

ALTER TABLE accounts ADD COLUMN logo_file_key text;

ALTER TABLE impact_pages
  ADD COLUMN sections text[] NOT NULL DEFAULT ARRAY['map', 'equivalents', 'timeline', 'projects']
    CHECK (sections <@ ARRAY['map', 'equivalents', 'timeline', 'projects']),
  -- Whether search engines may have it; what is only a test's they never have.
  ADD COLUMN listed boolean NOT NULL DEFAULT true;
