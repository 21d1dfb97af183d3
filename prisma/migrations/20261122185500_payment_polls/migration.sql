-- A payment's columns are named for what they are: the next poll of the provider, and the number of polls.

ALTER TABLE payments RENAME COLUMN ask_at TO next_poll_at;
ALTER TABLE payments RENAME COLUMN asked TO polls;
ALTER TABLE payments RENAME CONSTRAINT payments_asked_check TO payments_polls_check;
ALTER TABLE payments RENAME CONSTRAINT payments_unsettled_is_asked TO payments_unsettled_is_polled;
ALTER INDEX payments_ask_idx RENAME TO payments_next_poll_idx;
