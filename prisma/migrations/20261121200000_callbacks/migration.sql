-- Events are sent host by host, so that no host's events wait for another's; and they can be looked
-- through by what became of them.

ALTER TABLE events ADD COLUMN callback_host text COLLATE "C" GENERATED ALWAYS AS
  (lower(substring(callback_url from '^[^:]+://(?:[^/?#@]*@)?([^/?#]*)'))) STORED;
DROP INDEX events_queue_idx;
CREATE INDEX events_queue_idx ON events (callback_host, next_attempt_at)
  WHERE delivery_state = 'pending';

-- What is rare among an account's events is found without walking through all of them.
CREATE INDEX events_pending_idx ON events (account_id, id) WHERE delivery_state = 'pending';
CREATE INDEX events_failed_idx ON events (account_id, id) WHERE delivery_state = 'failed';
CREATE INDEX events_cancelled_idx ON events (account_id, id) WHERE type = 'order.cancelled';
