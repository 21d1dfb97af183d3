-- Runs beside: 20261123175020_deferred_keys_only
-- The subaccount of a payment's session, which never changes. Empty until it is filled: the next
-- migration fills what is there, and versions before this one write payments without it. Without a
-- foreign key, which would lock subaccounts.
ALTER TABLE payments ADD COLUMN subaccount_id text COLLATE "C" DEFAULT '';
