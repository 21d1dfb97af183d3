-- Statements read an account's refunds and lost disputes of a month.
CREATE INDEX refunds_settled_idx ON refunds (account_id, settled_at)
  INCLUDE (amount_usd_cents) WHERE state = 'succeeded';
CREATE INDEX payment_disputes_lost_idx ON payment_disputes (account_id, closed_at)
  INCLUDE (amount_usd_cents) WHERE state = 'lost';
