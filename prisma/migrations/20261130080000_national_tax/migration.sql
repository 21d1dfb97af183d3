-- Runs beside no older version: contents of documents name their amounts without a currency, and
-- numbers of documents belong to an issuer.

-- An issuer keeps its numbers while another one issues the documents of its mode.
ALTER TABLE issuers
  ADD COLUMN id text COLLATE "C",
  ADD COLUMN is_current boolean NOT NULL DEFAULT true,
  ADD COLUMN rate_rule text COLLATE "C";
UPDATE issuers SET id = 'iss_' || mode;
ALTER TABLE issuers
  DROP CONSTRAINT issuers_pkey,
  ALTER COLUMN id SET NOT NULL,
  ALTER COLUMN is_current DROP DEFAULT,
  ADD CONSTRAINT issuers_pkey PRIMARY KEY (id),
  ADD CONSTRAINT issuers_mode_key UNIQUE (id, mode),
  -- Numbers of two issuers differ.
  ADD CONSTRAINT issuers_prefix_key UNIQUE (mode, number_prefix);
CREATE UNIQUE INDEX issuers_current_key ON issuers (mode) WHERE is_current;

ALTER TABLE document_counters
  DROP CONSTRAINT document_counters_last_fkey,
  DROP CONSTRAINT document_counters_pkey,
  ADD COLUMN issuer_id text COLLATE "C";
UPDATE document_counters SET issuer_id = 'iss_' || mode;

ALTER TABLE invoices
  DROP CONSTRAINT invoices_gapless_fkey,
  DROP CONSTRAINT invoices_sequence_key,
  DROP CONSTRAINT invoices_number_key,
  ADD COLUMN issuer_id text COLLATE "C";
ALTER TABLE invoices DISABLE RULE invoices_never_change;
-- A key in the text of a document; a quote within a value has a backslash before it.
UPDATE invoices SET issuer_id = 'iss_' || mode, content = replaced.content,
  content_hash = encode(sha256(convert_to(replaced.content, 'UTF8')), 'hex')
FROM (
  SELECT id, regexp_replace(
    replace(content, '_usd_cents":', '":'), '}$', ',"national":null}') AS content
  FROM invoices
) replaced
WHERE replaced.id = invoices.id;
ALTER TABLE invoices ENABLE RULE invoices_never_change;
ALTER TABLE invoices
  ALTER COLUMN issuer_id SET NOT NULL,
  ADD CONSTRAINT invoices_issuer_fkey FOREIGN KEY (issuer_id, mode)
    REFERENCES issuers (id, mode),
  ADD CONSTRAINT invoices_number_key UNIQUE (issuer_id, number),
  ADD CONSTRAINT invoices_sequence_key UNIQUE (issuer_id, kind, year, sequence);
ALTER TABLE invoices
  ADD CONSTRAINT invoices_gapless_fkey FOREIGN KEY (issuer_id, kind, year, previous_sequence)
    REFERENCES invoices (issuer_id, kind, year, sequence)
    ON UPDATE RESTRICT ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE document_counters
  DROP COLUMN mode,
  ADD CONSTRAINT document_counters_pkey PRIMARY KEY (issuer_id, kind, year),
  ADD CONSTRAINT document_counters_last_fkey FOREIGN KEY (issuer_id, kind, year, last_sequence)
    REFERENCES invoices (issuer_id, kind, year, sequence) DEFERRABLE INITIALLY DEFERRED;

-- How many units of one currency a unit of another is, by a rule that tells which rate counts. As
-- text, because documents print the digits that the source published.
CREATE TABLE exchange_rates (
  rule text COLLATE "C" NOT NULL CHECK (rule IN ('uk_market', 'hmrc_period', 'bmf_monthly',
    'latest_selling', 'ecb_daily', 'ch_monthly', 'ch_daily')),
  from_currency text COLLATE "C" NOT NULL CHECK (from_currency ~ '^[a-z]{3}$'),
  to_currency text COLLATE "C" NOT NULL CHECK (to_currency ~ '^[a-z]{3}$'),
  valid_from date NOT NULL,
  valid_to date NOT NULL,
  rate text COLLATE "C" NOT NULL,
  source text NOT NULL CHECK (source <> ''),
  PRIMARY KEY (rule, from_currency, to_currency, valid_from),
  CONSTRAINT exchange_rates_pair_check CHECK (from_currency <> to_currency),
  CONSTRAINT exchange_rates_span_check CHECK (valid_to >= valid_from),
  CONSTRAINT exchange_rates_rate_check
    CHECK (rate ~ '^[0-9]{1,9}([.][0-9]{1,12})?$' AND rate ~ '[1-9]')
);
