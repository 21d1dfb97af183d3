-- Runs beside: 20261123085800_payment_links
-- Who may see a reservation: people who are limited to its subaccount, too. Without a foreign key,
-- which would lock subaccounts; reservations last a day at most.
ALTER TABLE stock_holds ADD COLUMN subaccount_id text COLLATE "C";
